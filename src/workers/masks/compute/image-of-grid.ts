import type { Grid } from '#contract/grids.ts';
import type { Samples } from '#imaging/frame.ts';
import type { ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import { gridSize, voxelSpaceOf } from '#model/grids/voxel-space.ts';
import type { NotComputed } from './computation.ts';
import type { GridValues, Rescale } from './values-in-range.ts';

export type ImageOfGrid = { ok: true; image: ChannelImage } | { ok: false; why: NotComputed };

/** Four bytes for each are held at most. */
const MOST_VOXELS = 2 ** 28;
const AS_THEY_ARE: Rescale = { slope: 1, intercept: 0 };

/**
 * A copy of all values of the series of a grid: as they are stored, or in the unit of the series where slices are stored differently. `file`: the values of
 * the files, which a model takes, where uptake is shown.
 */
export async function imageOfGrid(grid: Grid, { valuesOf, rescaleOf }: GridValues, of?: 'file'): Promise<ImageOfGrid> {
  const space = voxelSpaceOf(grid);
  if (space === null || grid.noVolume !== null) return { ok: false, why: 'no-volume' };
  const [columns, rows, slices] = gridSize(grid);
  const plane = columns * rows;
  if (plane * slices > MOST_VOXELS) return { ok: false, why: 'too-large' };
  let samples: Samples | null = null;
  let scale = AS_THEY_ARE;
  for (let slice = 0; slice < slices; slice += 1) {
    const [values, rescale] = [await valuesOf(slice), await rescaleOf(slice, of)];
    if (values === null || rescale === null || values.length !== plane) return { ok: false, why: 'no-values' };
    if (samples === null) {
      samples = emptyLike(values, plane * slices);
      scale = samples instanceof Float32Array ? AS_THEY_ARE : rescale;
    } else if (!(samples instanceof Float32Array) && !isAlike(samples, values, scale, rescale)) {
      samples = rescaled(samples, plane * slice, scale);
      scale = AS_THEY_ARE;
    }
    if (samples instanceof Float32Array)
      for (let at = 0; at < plane; at += 1) samples[slice * plane + at] = values[at]! * rescale.slope + rescale.intercept;
    else samples.set(values, slice * plane);
  }
  return samples === null ? { ok: false, why: 'no-values' } : { ok: true, image: { space, samples, ...scale } };
}

const KEPT = [Uint8Array, Int8Array, Uint16Array, Int16Array];

function emptyLike(values: ArrayLike<number>, length: number): Samples {
  const kind = KEPT.find((one) => values instanceof one);
  return kind === undefined ? new Float32Array(length) : new kind(length);
}

function isAlike(samples: Samples, values: ArrayLike<number>, scale: Rescale, { slope, intercept }: Rescale): boolean {
  return values.constructor === samples.constructor && scale.slope === slope && scale.intercept === intercept;
}

function rescaled(samples: Samples, known: number, { slope, intercept }: Rescale): Float32Array {
  const values = new Float32Array(samples.length);
  for (let at = 0; at < known; at += 1) values[at] = samples[at]! * slope + intercept;
  return values;
}
