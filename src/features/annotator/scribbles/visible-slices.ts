import type { MaskState } from '#features/annotator/masks/mask-store.ts';
import type { SeriesStore } from '#features/annotator/station/series-store.ts';
import type { Station } from '#features/annotator/station/station.ts';

/** Slices of the grid that the panes show as they are stored. A plane through all slices shows none of them: it fills while they are computed. */
export function visibleSlices(
  { panes, active, isFull }: Pick<Station, 'panes' | 'active' | 'isFull'>,
  series: Pick<SeriesStore, 'peek'>,
  { mask }: Pick<MaskState, 'mask'>,
): readonly number[] {
  if (mask === null) return [];
  const inGrid = series.peek(mask.series)?.gridSlices ?? null;
  const slices = panes.flatMap((pane, at) => {
    const isSeen = pane.series === mask.series && pane.show === 'stored' && !pane.is3d && (!isFull || at === active);
    const slice = isSeen ? inGrid?.[pane.slice] : undefined;
    return slice === undefined ? [] : [slice];
  });
  return [...new Set(slices)];
}
