import type { Voxel } from '#model/grids/voxel-space.ts';
import { toModel, type ModelGrid } from './model-grid.ts';
import { neighboursOf, type Neighbours } from './neighbours.ts';

/** Rounding must not decide whether a half is a half. */
const HALF = 0.5 - 1e-6;

/**
 * Classes at the spacing of the model (0 is the background) on the grid of the series, columns first. The membership of each class is interpolated between
 * voxel centres; a voxel is of the class that has the most of it, if that is at least one half, otherwise background. Of two with one half each, it is the
 * first class.
 */
export function resampleLabels(labels: Uint8Array, grid: ModelGrid, seriesSize: Voxel): Uint8Array {
  const strides = [1, grid.size[0], grid.size[0] * grid.size[1]] as const;
  const alongSeries: Neighbours[] = [];
  ([0, 1, 2] as const).forEach((along) => {
    const axis = grid.axes[along];
    const places = Float64Array.from({ length: axis.seriesSize }, (_, place) =>
      toModel(axis, place, grid.size[along], grid.spacing[along]),
    );
    alongSeries[axis.axis] = neighboursOf(places, grid.size[along], strides[along]);
  });
  const [x, y, z] = alongSeries as [Neighbours, Neighbours, Neighbours];
  const { low: lefts, high: rights, part: parts } = x;
  const [columns, rows, slices] = seriesSize;
  const found = new Uint8Array(columns * rows * slices);
  let to = 0;
  for (let slice = 0; slice < slices; slice += 1)
    for (let row = 0; row < rows; row += 1) {
      const a = z.low[slice]! + y.low[row]!;
      const b = z.low[slice]! + y.high[row]!;
      const c = z.high[slice]! + y.low[row]!;
      const d = z.high[slice]! + y.high[row]!;
      for (let column = 0; column < columns; column += 1, to += 1) {
        const left = lefts[column]!;
        const right = rights[column]!;
        const first = labels[a + left]!;
        const isSame =
          labels[a + right] === first &&
          labels[b + left] === first &&
          labels[b + right] === first &&
          labels[c + left] === first &&
          labels[c + right] === first &&
          labels[d + left] === first &&
          labels[d + right] === first;
        if (isSame) {
          found[to] = first;
          continue;
        }
        CORNERS[0] = first;
        CORNERS[1] = labels[a + right]!;
        CORNERS[2] = labels[b + left]!;
        CORNERS[3] = labels[b + right]!;
        CORNERS[4] = labels[c + left]!;
        CORNERS[5] = labels[c + right]!;
        CORNERS[6] = labels[d + left]!;
        CORNERS[7] = labels[d + right]!;
        found[to] = largestOf(parts[column]!, y.part[row]!, z.part[slice]!);
      }
    }
  return found;
}

/** Classes of the eight voxels around a place: columns first, then rows, then slices. Kept, because it is used for each voxel of a border. */
const CORNERS = new Uint8Array(8);
/** How much of each class there is at a place; 0 between two places. */
const SUMS = new Float64Array(256);

function largestOf(across: number, down: number, deep: number): number {
  for (let corner = 0; corner < 8; corner += 1) {
    const weight = (corner & 1 ? across : 1 - across) * (corner & 2 ? down : 1 - down) * (corner & 4 ? deep : 1 - deep);
    SUMS[CORNERS[corner]!]! += weight;
  }
  let best = 0;
  let most = 0;
  for (let corner = 0; corner < 8; corner += 1) {
    const value = CORNERS[corner]!;
    const sum = SUMS[value]!;
    SUMS[value] = 0;
    if (value === 0 || sum === 0) continue;
    // Two classes with one half each: the difference is rounding.
    if (sum > most + 1e-6 || (sum > most - 1e-6 && value < best)) {
      best = value;
      most = sum;
    }
  }
  return most >= HALF ? best : 0;
}
