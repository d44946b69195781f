import { isOpened } from '#features/annotator/station/series-store.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';
import type { MeasureStore } from './measure-store.ts';
import { newDraft, type SeenPane } from './pane-measuring.ts';
import { measuredOn } from './slice-place.ts';

/** Marks the slice of the active pane. Its caption is written on the picture. */
export function makeKeyImage(
  { station, series, pictures }: Workstation,
  store: MeasureStore,
  about: (series: string) => Pick<SeenPane, 'type' | 'study'>,
): void {
  const { panes, active } = station.read();
  const pane = panes[active];
  const open = pane?.series ? series.peek(pane.series) : null;
  if (!pane || open === null || !isOpened(open.opened)) return;
  if (pane.show !== 'stored') return store.refuse({ pane: active, why: t('Measure on the stored slices.') });
  const picture = pictures.peek(open.opened.id, pane.slice);
  if (picture === null) return;
  const place = newDraft({ picture, open, ...about(open.uuid) });
  if (place === null) return;
  if ('why' in place) return store.refuse({ pane: active, why: place.why });
  store.draw({ ...place, kind: 'key-image', points: [] });
  store.keep((points) => measuredOn(picture, 'key-image', points));
}
