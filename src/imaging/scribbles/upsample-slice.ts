import type { Voxel } from '#model/grids/voxel-space.ts';

/** Where a voxel of the grid lies between two coarse ones: the lower one, the upper one, and its part of the way. */
interface Between {
  low: Int32Array;
  high: Int32Array;
  part: Float32Array;
}

/**
 * Slices of a box from coarse ones: a voxel is 1 where the values of the coarse voxels, linear between their centres, are more than a half.
 *
 * @param full voxels of the box
 * @param steps voxels of the box in a coarse one
 */
export function createUpsampling(full: Voxel, steps: Voxel, coarse: Voxel) {
  const [x, y, z] = ([0, 1, 2] as const).map((axis) => betweenOf(full[axis], steps[axis], coarse[axis])) as [Between, Between, Between];
  const [columns, rows] = full;
  const values = new Float32Array(coarse[0] * coarse[1]);
  return (slice: number, valuesOn: (coarse: number) => Float32Array): Uint8Array<ArrayBuffer> => {
    const [near, far, deep] = [valuesOn(z.low[slice]!), valuesOn(z.high[slice]!), z.part[slice]!];
    for (let at = 0; at < values.length; at += 1) values[at] = near[at]! + (far[at]! - near[at]!) * deep;
    const mask = new Uint8Array(columns * rows);
    for (let row = 0; row < rows; row += 1) {
      const [above, below, down] = [y.low[row]! * coarse[0], y.high[row]! * coarse[0], y.part[row]!];
      for (let column = 0; column < columns; column += 1) {
        const [left, right, across] = [x.low[column]!, x.high[column]!, x.part[column]!];
        const top = values[above + left]! + (values[above + right]! - values[above + left]!) * across;
        const bottom = values[below + left]! + (values[below + right]! - values[below + left]!) * across;
        if (top + (bottom - top) * down > 0.5) mask[row * columns + column] = 1;
      }
    }
    return mask;
  };
}

function betweenOf(count: number, step: number, coarse: number): Between {
  const places = Float32Array.from({ length: count }, (_, at) => Math.min(coarse - 1, Math.max(0, (at + 0.5) / step - 0.5)));
  const low = Int32Array.from(places, Math.floor);
  return { low, high: low.map((at) => Math.min(coarse - 1, at + 1)), part: places.map((place, at) => place - low[at]!) };
}
