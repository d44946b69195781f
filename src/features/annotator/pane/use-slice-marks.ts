import { useMemo } from 'react';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import type { Pane } from '#features/annotator/station/pane.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import { sliceMarks, type Run } from './slice-marks.ts';

const NONE: readonly Run[] = [];

/** Steps of a pane on which visible segments have voxels: known for the stored slices of the series of the mask. */
export function useSliceMarks(pane: Pane, open: OpenSeries | null): readonly Run[] {
  const mask = useMask((state) => state.mask);
  const news = useMask((state) => state.news);
  const hidden = useMask((state) => state.hidden);
  const segments = useMask((state) => state.segments);
  const isOwn = mask !== null && open !== null && pane.show === 'stored' && pane.series === mask.series;
  return useMemo(() => (isOwn ? sliceMarks(open, { mask, news, hidden, segments }) : NONE), [isOwn, open, mask, news, hidden, segments]);
}
