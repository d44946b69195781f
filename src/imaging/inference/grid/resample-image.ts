import type { Samples } from '#imaging/frame.ts';
import { between, linearValueAt } from '#imaging/linear-value.ts';
import { patientToVoxel, voxelToPatient, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { toSeries, type ModelGrid } from './model-grid.ts';
import { neighboursOf, type Neighbours } from './neighbours.ts';

/** An image as it is stored: columns first, slice by slice. */
export interface ChannelImage {
  space: VoxelSpace;
  samples: Samples;
  /** From stored values to those of the modality. */
  slope: number;
  intercept: number;
}

/** The first channel at the spacing of the model: linear between voxel centres, with the edge value outside. */
export function resampleFirst({ space, samples, slope, intercept }: ChannelImage, grid: ModelGrid): Float32Array {
  const strides = [1, space.size[0], space.size[0] * space.size[1]] as const;
  const [x, y, z] = ([0, 1, 2] as const).map((along) => {
    const axis = grid.axes[along];
    const size = grid.size[along];
    const places = Float64Array.from({ length: size }, (_, index) => toSeries(axis, index, size, grid.spacing[along]));
    return neighboursOf(places, axis.seriesSize, strides[axis.axis]);
  }) as [Neighbours, Neighbours, Neighbours];
  const [columns, rows, slices] = grid.size;
  const values = new Float32Array(columns * rows * slices);
  let to = 0;
  for (let slice = 0; slice < slices; slice += 1)
    for (let row = 0; row < rows; row += 1) {
      const a = z.low[slice]! + y.low[row]!;
      const b = z.low[slice]! + y.high[row]!;
      const c = z.high[slice]! + y.low[row]!;
      const d = z.high[slice]! + y.high[row]!;
      const down = y.part[row]!;
      const deep = z.part[slice]!;
      for (let column = 0; column < columns; column += 1, to += 1) {
        const left = x.low[column]!;
        const right = x.high[column]!;
        const across = x.part[column]!;
        const near = between(
          between(samples[a + left]!, samples[a + right]!, across),
          between(samples[b + left]!, samples[b + right]!, across),
          down,
        );
        const far = between(
          between(samples[c + left]!, samples[c + right]!, across),
          between(samples[d + left]!, samples[d + right]!, across),
          down,
        );
        values[to] = between(near, far, deep) * slope + intercept;
      }
    }
  return values;
}

/** Another channel on the same grid, by position in the patient. `first`: the space of the first channel. */
export function resampleOther({ space, samples, slope, intercept }: ChannelImage, grid: ModelGrid, first: VoxelSpace): Float32Array {
  const toOther = patientToVoxel(space);
  const placeOf = (voxel: Voxel): Voxel => {
    const inFirst: [number, number, number] = [0, 0, 0];
    ([0, 1, 2] as const).forEach((along) => {
      inFirst[grid.axes[along].axis] = toSeries(grid.axes[along], voxel[along], grid.size[along], grid.spacing[along]);
    });
    return toOther(voxelToPatient(first, inFirst));
  };
  const [columns, rows, slices] = grid.size;
  const [origin, along] = [placeOf([0, 0, 0]), placeOf([1, 0, 0])];
  const step = [along[0] - origin[0], along[1] - origin[1], along[2] - origin[2]] as const;
  const values = new Float32Array(columns * rows * slices);
  let to = 0;
  for (let slice = 0; slice < slices; slice += 1)
    for (let row = 0; row < rows; row += 1) {
      const start = placeOf([0, row, slice]);
      for (let column = 0; column < columns; column += 1, to += 1) {
        const value = linearValueAt(
          samples,
          space.size,
          start[0] + step[0] * column,
          start[1] + step[1] * column,
          start[2] + step[2] * column,
        );
        values[to] = value * slope + intercept;
      }
    }
  return values;
}
