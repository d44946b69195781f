import type { CommentPin } from '#contract/comments.ts';
import { sliceOf } from '#features/annotator/measure/slice-place.ts';
import { positionsOf } from '#features/annotator/station/series-shape.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';

/** Steps through the stored slices of a series that have pins, in order and each once. */
export function pinSteps(
  open: Pick<OpenSeries, 'uuid' | 'slices' | 'planes' | 'gridHash' | 'gridSlices'>,
  pins: readonly CommentPin[],
): number[] {
  const positions = positionsOf(open);
  const steps = pins
    .filter(({ series }) => series === open.uuid)
    .map((pin) => {
      const slice = sliceOf(pin, open);
      return positions === null ? slice : positions.findIndex((slices) => slices.includes(slice));
    });
  return [...new Set(steps)].filter((step) => step >= 0 && step < open.slices).toSorted((a, b) => a - b);
}
