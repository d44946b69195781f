import { boundsOf, boxSize, clippedBox, emptyBits, paddedBox, type Bits } from '#imaging/mask/bits/bits.ts';
import { changeBetween, NO_CHANGE, type Change } from '#imaging/mask/bits/change.ts';
import { boxToBytes, bytesToBits } from '#imaging/mask/bits/slices.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';

/** `gaussian`: where the mask, blurred with this deviation, is at least a half. `median`: where at least half of the box of this radius is set. */
export interface Smoothing {
  kind: 'gaussian' | 'median';
  mm: number;
}

/** Rounds what is smaller than `mm`, which is measured along the axes of the grid, oblique ones too. Beyond the grid the mask goes on as at its edge. */
export function smooth(bits: Bits, { steps }: VoxelSpace, { kind, mm }: Smoothing): Change {
  const bounds = boundsOf(bits);
  if (bounds === null || !(mm > 0)) return NO_CHANGE;
  const inVoxels = steps.map((step) => mm / length(step)) as [number, number, number];
  const kernels = inVoxels.map(kind === 'gaussian' ? gaussian : flat) as [Float32Array, Float32Array, Float32Array];
  const box = clippedBox(paddedBox(bounds, kernels.map((kernel) => (kernel.length - 1) / 2) as unknown as Voxel), bits.size)!;
  const size = boxSize(box);
  let values: Float32Array = Float32Array.from(boxToBytes(bits, box));
  for (const axis of [0, 1, 2] as const) values = blurred(values, size, axis, kernels[axis]);
  const mask = Uint8Array.from(values, (value) => (value >= HALF ? 1 : 0));
  return changeBetween(bits, bytesToBits(emptyBits(bits.size), box, mask));
}

/** A straight border through the centres of voxels stays where it is, whatever was rounded. */
const HALF = 0.5 - 1e-6;
/** Deviations after which a weight is left out. */
const REACH = 3;

function gaussian(deviation: number): Float32Array {
  const reach = Math.ceil(REACH * deviation);
  return normalised(Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2))));
}

function flat(radius: number): Float32Array {
  return normalised(Array.from({ length: 2 * Math.floor(radius + 1e-9) + 1 }, () => 1));
}

function normalised(weights: readonly number[]): Float32Array {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Float32Array.from(weights, (weight) => weight / sum);
}

/** Along one axis; beyond the ends the last voxel is repeated. */
function blurred(values: Float32Array, size: Voxel, axis: 0 | 1 | 2, kernel: Float32Array): Float32Array {
  if (kernel.length === 1) return values;
  const result = new Float32Array(values.length);
  const stride = axis === 0 ? 1 : axis === 1 ? size[0] : size[0] * size[1];
  const [count, reach] = [size[axis], (kernel.length - 1) / 2];
  for (let start = 0; start < values.length; start += 1) {
    const at = Math.floor(start / stride) % count;
    const first = start - at * stride;
    let sum = 0;
    for (let each = 0; each < kernel.length; each += 1) {
      const place = Math.min(count - 1, Math.max(0, at + each - reach));
      sum += kernel[each]! * values[first + place * stride]!;
    }
    result[start] = sum;
  }
  return result;
}
