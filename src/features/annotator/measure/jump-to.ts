import type { Workstation } from '#features/annotator/workstation.ts';
import { sliceOf, type SlicePlace } from './slice-place.ts';

/** Shows the slice of a measurement: in a pane that has its series, the active one first, else in the active pane. */
export function jumpTo({ station, series }: Workstation, place: SlicePlace): void {
  const { panes, active } = station.read();
  const hasSlices = (at: number): boolean => panes[at]?.series === place.series && panes[at].show === 'stored';
  const pane = hasSlices(active) ? active : panes.findIndex((_, at) => hasSlices(at));
  const open = series.peek(place.series);
  const slice = sliceOf(place, open);
  // Nobody knows yet how many slices there are to walk through.
  const isUnread = open === null || open.slices === 0;
  if (pane < 0 || isUnread) return station.act({ act: 'show-series', pane: pane < 0 ? active : pane, series: place.series, slice });
  station.act({ act: 'activate', pane });
  station.act({ act: 'walk-to', pane, to: slice });
}
