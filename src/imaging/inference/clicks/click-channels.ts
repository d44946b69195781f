import type { Triple } from '#imaging/inference/network/patches.ts';

/** A voxel of a grid (column, row, slice), and whether it belongs to the object that is meant. */
export interface Click {
  place: Triple;
  isInside: boolean;
}

/** At the end of the input of a network for clicks: clicks inside, clicks outside, and the mask so far. */
export const CLICK_CHANNELS = 3;

/** Of the Gaussian around a click, in voxels of the model. */
const SIGMA = 2;

/**
 * 3 x slices x rows x columns, as `click_channels` of the worker in Python makes them, in float32 as there. Places may lie beyond the patch; of two clicks, the
 * larger value holds. `mask`: 1 is set.
 */
export function clickChannels(clicks: readonly Click[], mask: Uint8Array, [columns, rows, slices]: Triple): Float32Array {
  const voxels = columns * rows * slices;
  const values = new Float32Array(CLICK_CHANNELS * voxels);
  values.set(mask, 2 * voxels);
  for (const { place, isInside } of clicks) {
    const [x, y, z] = [lineOf(columns, place[0]), lineOf(rows, place[1]), lineOf(slices, place[2])];
    let to = isInside ? 0 : voxels;
    for (let slice = 0; slice < slices; slice += 1)
      for (let row = 0; row < rows; row += 1) {
        const plane = Math.fround(z[slice]! * y[row]!);
        for (let column = 0; column < columns; column += 1, to += 1) {
          const value = Math.fround(plane * x[column]!);
          if (value > values[to]!) values[to] = value;
        }
      }
  }
  return values;
}

function lineOf(length: number, at: number): Float32Array {
  return Float32Array.from({ length }, (_, place) => Math.exp(-((place - at) ** 2) / (2 * SIGMA ** 2)));
}
