import { boundsOf, boxSize, clippedBox, emptyBits, paddedBox, type Bits, type Box } from '#imaging/mask/bits/bits.ts';
import { settingChange, NO_CHANGE, type Change } from '#imaging/mask/bits/change.ts';
import { boxToBytes, bytesToBits, planeAxes, type Axis } from '#imaging/mask/bits/slices.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';
import { squaredDistances } from './distance.ts';

/**
 * Sets what lies between drawn planes of an axis, on the empty ones between the first and the last: where the signed distances to the borders of the two
 * neighbouring ones, in mm and mixed by their distance, are inside. Drawn planes stay as they are.
 */
export function fillBetween(bits: Bits, { steps }: VoxelSpace, axis: Axis): Change {
  const bounds = boundsOf(bits);
  if (bounds === null) return NO_CHANGE;
  const [x, y] = planeAxes(axis);
  const spacing: readonly [number, number, number] = [length(steps[x]), length(steps[y]), 1];
  const planeOf = (index: number): Box => planeWithin(bounds, axis, index, bits.size);
  const readDrawn = (index: number): Uint8Array | null => {
    const mask = boxToBytes(bits, planeOf(index));
    return mask.includes(1) ? mask : null;
  };
  const [width, height] = [x, y].map((each) => boxSize(planeOf(bounds.from[axis]))[each]!) as [number, number];
  let filled = emptyBits(bits.size);
  let before = { index: bounds.from[axis], mask: readDrawn(bounds.from[axis])! };
  for (let index = before.index + 1; index <= bounds.to[axis]; index += 1) {
    const mask = readDrawn(index);
    if (mask === null) continue;
    if (index > before.index + 1) {
      const [first, last] = [before.mask, mask].map((each) => signedDistances(each, width, height, spacing)) as [
        Float64Array,
        Float64Array,
      ];
      for (let between = before.index + 1; between < index; between += 1) {
        const part = (between - before.index) / (index - before.index);
        const mixed = Uint8Array.from(last, (distance, at) => (first[at]! * (1 - part) + distance * part <= 0 ? 1 : 0));
        filled = bytesToBits(filled, planeOf(between), mixed);
      }
    }
    before = { index, mask };
  }
  return settingChange(filled);
}

/** The part of a plane that has the masks of all planes, and a voxel around them. Nothing between two masks lies outside both. */
function planeWithin(bounds: Box, axis: Axis, index: number, size: Voxel): Box {
  const { from, to } = clippedBox(paddedBox(bounds, [1, 1, 1]), size)!;
  return { from: from.with(axis, index) as unknown as Voxel, to: to.with(axis, index) as unknown as Voxel };
}

/** mm to the border of a mask, negative inside: between the centres of voxels inside and outside. */
function signedDistances(mask: Uint8Array, width: number, height: number, spacing: readonly [number, number, number]): Float64Array {
  const [outside, inside] = ([1, 0] as const).map((value) => squaredDistances(mask, [width, height, 1], spacing, value)) as [
    Float64Array,
    Float64Array,
  ];
  return outside.map((squared, at) => {
    const within = Math.min(inside[at]!, LARGEST);
    return mask[at] === 1 ? -Math.sqrt(within) : Math.sqrt(squared);
  });
}

/** mm²: of a plane without a border. */
const LARGEST = 1e12;
