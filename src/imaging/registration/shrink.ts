import { length } from '#model/pictures/vector.ts';
import { voxelToPatient, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { scaled } from '#model/pictures/vector.ts';
import type { Vector } from '#model/pictures/geometry.ts';

export interface ScalarVolume {
  space: VoxelSpace;
  /** Columns first, slice by slice. */
  samples: ArrayLike<number>;
}

export interface ShrunkVolume {
  space: VoxelSpace;
  samples: Float32Array;
}

/**
 * The volume for a resolution: smoothed by a Gaussian and with fewer voxels along each axis that is finer than `spacingMm`. An axis that is coarser stays
 * as it is. One axis is done after the other, and each has fewer voxels afterwards, so that at most one copy of the first axis is in memory.
 */
export function shrink(volume: ScalarVolume, spacingMm: number): ShrunkVolume {
  let { samples } = volume;
  let { size } = volume.space;
  const steps = [...volume.space.steps] as [Vector, Vector, Vector];
  const first: [number, number, number] = [0, 0, 0];
  for (const axis of [0, 1, 2] as const) {
    const ratio = spacingMm / length(steps[axis]);
    const factor = Math.max(1, Math.min(Math.round(ratio), size[axis]));
    if (factor === 1) continue;
    samples = shrinkAxis(samples, size, axis, factor, SIGMA * Math.sqrt(ratio * ratio - 1));
    size = size.with(axis, Math.floor(size[axis] / factor)) as unknown as Voxel;
    first[axis] = (factor - 1) / 2;
    steps[axis] = scaled(steps[axis], factor);
  }
  const space: VoxelSpace = { size, steps, origin: voxelToPatient(volume.space, first) };
  return { space, samples: samples instanceof Float32Array ? samples : Float32Array.from(samples) };
}

/** Of the wanted spacing: the width at half height is then a little more than one voxel of the result. */
const SIGMA = 0.5;
/** Standard deviations that the kernel reaches on each side. */
const REACH = 2.5;

function shrinkAxis(samples: ArrayLike<number>, size: Voxel, axis: 0 | 1 | 2, factor: number, sigma: number): Float32Array {
  const count = size[axis];
  const shrunk = Math.floor(count / factor);
  const stride = axis === 0 ? 1 : axis === 1 ? size[0] : size[0] * size[1];
  const outer = (size[0] * size[1] * size[2]) / (stride * count);
  const result = new Float32Array(outer * shrunk * stride);
  for (let to = 0; to < shrunk; to += 1) {
    const centre = to * factor + (factor - 1) / 2;
    const low = Math.max(0, Math.ceil(centre - REACH * sigma));
    const high = Math.min(count - 1, Math.floor(centre + REACH * sigma));
    const weights = Float64Array.from({ length: high - low + 1 }, (_, at) => Math.exp(-((low + at - centre) ** 2) / (2 * sigma * sigma)));
    const sum = weights.reduce((all, weight) => all + weight, 0);
    for (let block = 0; block < outer; block += 1) {
      const into = (block * shrunk + to) * stride;
      for (let at = low; at <= high; at += 1) {
        const weight = weights[at - low]! / sum;
        const from = (block * count + at) * stride;
        for (let inner = 0; inner < stride; inner += 1) result[into + inner]! += weight * samples[from + inner]!;
      }
    }
  }
  return result;
}
