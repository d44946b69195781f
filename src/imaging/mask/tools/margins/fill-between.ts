import { boundsOf, emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { settingChange, NO_CHANGE, type Change } from '#imaging/mask/bits/change.ts';
import { planeAxes, readPlane, writePlane, type Axis } from '#imaging/mask/bits/slices.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
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
  let filled = emptyBits(bits.size);
  let before = null as { index: number; distances: Float64Array } | null;
  for (let index = bounds.from[axis]; index <= bounds.to[axis]; index += 1) {
    const { width, height, mask } = readPlane(bits, axis, index);
    if (!mask.includes(1)) continue;
    const distances: Float64Array | null =
      before?.index === index - 1 && isNextDrawn(bits, axis, index) ? null : signedDistances(mask, width, height, spacing);
    if (before && distances && index > before.index + 1)
      for (let between = before.index + 1; between < index; between += 1) {
        const part = (between - before.index) / (index - before.index);
        const { distances: first } = before;
        const mixed = Uint8Array.from(distances, (distance, at) => (first[at]! * (1 - part) + distance * part <= 0 ? 1 : 0));
        filled = writePlane(filled, axis, between, { width, height, mask: mixed });
      }
    before = { index, distances: distances ?? NONE };
  }
  return settingChange(filled);
}

const NONE = new Float64Array(0);

/** Its distances are then needed on neither side. */
function isNextDrawn(bits: Bits, axis: Axis, index: number): boolean {
  return index + 1 < bits.size[axis] && readPlane(bits, axis, index + 1).mask.includes(1);
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
