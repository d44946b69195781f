import type { ShownPicture } from '#features/annotator/overlays/overlay-store.ts';
import { keyOf } from '#features/annotator/overlays/overlay-store.ts';
import { whereShown } from '#features/annotator/masks/where-to-draw.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import type { Difference } from './compare-store.ts';

/** What is compared on the picture of a pane; null: it lies elsewhere, or is hidden with the overlays. */
export function differenceOver(
  { series, overlays, compare }: Pick<Workstation, 'series' | 'overlays' | 'compare'>,
  at: number,
  shown: ShownPicture | null,
): Difference | null {
  const { a } = compare.read();
  const open = shown?.of.series ? series.peek(shown.of.series) : null;
  if (a === null || shown === null || open === null || overlays.read().areHidden) return null;
  const frame = a.source.grid.planes[0]?.frameOfReference ?? '';
  const where = whereShown({ source: a.source, series: a.series, seriesId: 0 }, open, shown, frame);
  if (where === null) return null;
  if ('plane' in where) return compare.over(at, keyOf(shown.of), where);
  const gridSlice = open.gridSlices?.[where.slice];
  return gridSlice === undefined ? null : compare.over(at, keyOf(shown.of), { gridSlice });
}
