import { extentMm, type ModelGrid } from '#imaging/inference/grid/model-grid.ts';
import { percentilesOf } from '#imaging/inference/grid/order-statistics.ts';
import type { TrainedOn } from '#model/ai/manifest.ts';

/**
 * In what an image is unlike those of the training: what was found, and from what to what it would be alike.
 * - `spacing`, `extent`: mm along an axis (0 columns, 1 rows, 2 slices, as the model sees them);
 * - `intensity`: a percentile of the normalised values of a channel (from 0);
 * - `entropy`: of the prediction inside its foreground, in nats.
 */
export type Unlike = { found: number; least: number; most: number } & (
  | { in: 'spacing' | 'extent'; axis: 0 | 1 | 2 }
  | { in: 'intensity'; channel: number; percentile: number }
  | { in: 'entropy' }
);

/** Scanners round spacings, and crops of one kind differ by a few slices. */
const SPACING_ROOM = 1.1;
const EXTENT_ROOM = 1.25;
/** Standard deviations. With 20 images, one in a thousand of the same kind lies further away. */
const INTENSITY_DEVIATIONS = 4;
const ENTROPY_DEVIATIONS = 3;
/** The deviation over a few images can be 0 by chance. In normalised values, and in nats. */
const LEAST_INTENSITY_DEVIATION = 0.05;
const LEAST_ENTROPY_DEVIATION = 0.02;

export const INTENSITY_PERCENTILES = [5, 25, 50, 75, 95] as const;

/** `channels`: normalised, at the spacing of the model. `entropy`: null if nothing was found. */
export function unlikeTraining(
  trainedOn: TrainedOn,
  { grid, channels, entropy }: { grid: ModelGrid; channels: readonly Float32Array[]; entropy: number | null },
): Unlike[] {
  return [
    ...outside(
      'spacing',
      grid.axes.map(({ seriesSpacing }) => seriesSpacing),
      trainedOn.spacing,
      SPACING_ROOM,
    ),
    ...outside('extent', extentMm(grid), trainedOn.extent, EXTENT_ROOM),
    ...channels.flatMap((values, channel) => unlikeIntensities(values, channel, trainedOn.intensity[channel])),
    ...(trainedOn.entropy && entropy !== null ? unlikeEntropy(entropy, trainedOn.entropy) : []),
  ];
}

function outside(
  name: 'spacing' | 'extent',
  found: readonly number[],
  { least, most }: TrainedOn['spacing'],
  room: number,
): Extract<Unlike, { axis: number }>[] {
  return ([0, 1, 2] as const)
    .map((axis) => ({ in: name, axis, found: found[axis]!, least: least[axis] / room, most: most[axis] * room }))
    .filter(isUnlike);
}

function unlikeIntensities(values: Float32Array, channel: number, trained: TrainedOn['intensity'][number] | undefined): Unlike[] {
  if (trained === undefined) return [];
  return percentilesOf(values, INTENSITY_PERCENTILES)
    .map((found, index) => {
      const room = INTENSITY_DEVIATIONS * Math.max(trained.deviation[index]!, LEAST_INTENSITY_DEVIATION);
      const mean = trained.mean[index]!;
      const percentile = INTENSITY_PERCENTILES[index]!;
      return { in: 'intensity' as const, channel, percentile, found, least: mean - room, most: mean + room };
    })
    .filter(isUnlike);
}

/** A model that is surer than in the training is no reason to doubt. */
function unlikeEntropy(found: number, { mean, deviation }: NonNullable<TrainedOn['entropy']>): Unlike[] {
  const most = mean + ENTROPY_DEVIATIONS * Math.max(deviation, LEAST_ENTROPY_DEVIATION);
  return found > most ? [{ in: 'entropy', found, least: 0, most }] : [];
}

function isUnlike({ found, least, most }: Pick<Unlike, 'found' | 'least' | 'most'>): boolean {
  return found < least || found > most;
}
