import type { MaskState } from '#features/annotator/masks/mask-store.ts';
import { positionsOf } from '#features/annotator/station/series-shape.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';

/** First and last of steps that follow each other. */
export type Run = readonly [first: number, last: number];

type Series = Pick<OpenSeries, 'slices' | 'planes' | 'gridHash' | 'gridSlices'>;

/** Steps through the stored slices of a series on which a visible segment has voxels; none if the mask is of other slices. */
export function sliceMarks({ slices, planes, gridHash, gridSlices }: Series, { mask, news, hidden, segments }: Marked): readonly Run[] {
  if (mask === null || news === null || gridSlices === null || gridHash !== mask.source.gridHash) return [];
  const shown = new Set(segments.filter(({ uuid }) => !hidden.has(uuid)).map(({ uuid }) => uuid));
  const marked = news.segments.flatMap((one) => (shown.has(one.uuid) ? one.slices : []));
  const isMarked = (slice: number): boolean => {
    const inGrid = gridSlices[slice] ?? -1;
    return marked.some(([first, last]) => first <= inGrid && inGrid <= last);
  };
  const steps = positionsOf({ planes }) ?? Array.from({ length: slices }, (_, slice) => [slice]);
  const runs: [number, number][] = [];
  for (const [step, ofStep] of steps.entries()) {
    if (!ofStep.some(isMarked)) continue;
    const run = runs.at(-1);
    if (run !== undefined && run[1] === step - 1) run[1] = step;
    else runs.push([step, step]);
  }
  return runs;
}

export type Marked = Pick<MaskState, 'mask' | 'news' | 'hidden' | 'segments'>;
