import { eigenvaluesInPlace } from './eigenvalues.ts';
import { alongColumns, alongRows, alongSlices, least, most, weighted, type Filter, type Size } from './filter-axis.ts';
import { gaussianKernel } from './kernels.ts';

/** Of one channel, in this order. */
const FEATURES_OF_CHANNEL = [
  'intensity',
  'Gaussian 1',
  'gradient magnitude 1',
  'Laplacian 1',
  'Gaussian 2',
  'gradient magnitude 2',
  'Laplacian 2',
  'Gaussian 4',
  'least eigenvalue of the Hessian 1.5',
  'middle eigenvalue of the Hessian 1.5',
  'greatest eigenvalue of the Hessian 1.5',
  'minimum in 5 voxels',
  'maximum in 5 voxels',
] as const;

/** Where the voxel is in the volume, from 0 to 1 along columns, rows and slices. */
const LOCATIONS = 3;

export function featureCount(channels: number): number {
  return channels * FEATURES_OF_CHANNEL.length + LOCATIONS;
}

/** Input of the trees: values after normalisation, all channels on one grid. */
export interface Image {
  size: Size;
  channels: readonly Float32Array[];
}

/** Receives one feature of a slab. `values` is used again for the next one. */
export type TakeFeature = (feature: number, values: Float32Array) => void;

/**
 * Computes the features of slices `first` to `first + count`. Filters along the slices read the whole image, so slabs give exactly the
 * values of the whole, with no voxel computed twice. Memory: ten float32 values for each voxel of the slab.
 *
 * Borders are reflected as with scipy's `mode='reflect'`; distances are in voxels.
 */
export function computeFeatures({ size, channels }: Image, first: number, count: number, take: TakeFeature): void {
  const slab = createSlab(size, first, count);
  channels.forEach((voxels, channel) => {
    const base = channel * FEATURES_OF_CHANNEL.length;
    const give = (name: (typeof FEATURES_OF_CHANNEL)[number], values: Float32Array): void =>
      void take(base + FEATURES_OF_CHANNEL.indexOf(name), values);
    give('intensity', voxels.subarray(first * slab.plane, (first + count) * slab.plane));
    for (const sigma of [1, 2] as const) {
      const { gaussian, gradient, laplacian } = derivatives(slab, voxels, sigma);
      give(`Gaussian ${sigma}`, gaussian);
      give(`gradient magnitude ${sigma}`, gradient);
      give(`Laplacian ${sigma}`, laplacian);
    }
    give('Gaussian 4', separable(slab, voxels, weighted(gaussianKernel(4, 0))));
    const [low, middle, high] = hessianEigenvalues(slab, voxels, 1.5);
    give('least eigenvalue of the Hessian 1.5', low);
    give('middle eigenvalue of the Hessian 1.5', middle);
    give('greatest eigenvalue of the Hessian 1.5', high);
    give('minimum in 5 voxels', separable(slab, voxels, least(2)));
    give('maximum in 5 voxels', separable(slab, voxels, most(2)));
  });
  locations(slab, channels.length * FEATURES_OF_CHANNEL.length, take);
}

interface Slab {
  size: Size;
  plane: number;
  first: number;
  count: number;
  /** Of the length of the slab, used again and again. */
  memory: Float32Array[];
}

function createSlab(size: Size, first: number, count: number): Slab {
  const plane = size[0] * size[1];
  return { size, plane, first, count, memory: Array.from({ length: 10 }, () => new Float32Array(plane * count)) };
}

function separable({ size, first, count, memory }: Slab, voxels: Float32Array, filter: Filter): Float32Array {
  const [a, b] = memory as [Float32Array, Float32Array];
  alongSlices(voxels, size, first, count, filter, a);
  alongRows(a, size, count, filter, b);
  alongColumns(b, size, count, filter, a);
  return a;
}

/** Of derivatives of the Gaussian; passes that several of them need are made once. */
function derivatives({ size, first, count, memory }: Slab, voxels: Float32Array, sigma: number) {
  const [a, b, line, gaussian, gradient, laplacian] = memory as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const [zeroth, slope, curvature] = ([0, 1, 2] as const).map((order) => weighted(gaussianKernel(sigma, order))) as [
    Filter,
    Filter,
    Filter,
  ];
  const addTo = (sum: Float32Array, along: Filter, isSquared: boolean): void => {
    alongColumns(b, size, count, along, line);
    for (let at = 0; at < line.length; at += 1) {
      const value = line[at]!;
      sum[at] = sum[at]! + (isSquared ? Math.fround(value * value) : value);
    }
  };
  gradient.fill(0);
  laplacian.fill(0);
  alongSlices(voxels, size, first, count, slope, a);
  alongRows(a, size, count, zeroth, b);
  addTo(gradient, zeroth, true);
  alongSlices(voxels, size, first, count, curvature, a);
  alongRows(a, size, count, zeroth, b);
  addTo(laplacian, zeroth, false);
  alongSlices(voxels, size, first, count, zeroth, a);
  alongRows(a, size, count, slope, b);
  addTo(gradient, zeroth, true);
  alongRows(a, size, count, curvature, b);
  addTo(laplacian, zeroth, false);
  alongRows(a, size, count, zeroth, b);
  addTo(gradient, slope, true);
  addTo(laplacian, curvature, false);
  alongColumns(b, size, count, zeroth, gaussian);
  for (let at = 0; at < gradient.length; at += 1) gradient[at] = Math.sqrt(gradient[at]!);
  return { gaussian, gradient, laplacian };
}

function hessianEigenvalues(
  { size, first, count, memory }: Slab,
  voxels: Float32Array,
  sigma: number,
): [Float32Array, Float32Array, Float32Array] {
  const [a, b, ...matrix] = memory as [Float32Array, Float32Array, ...Float32Array[]];
  const filters = ([0, 1, 2] as const).map((order) => weighted(gaussianKernel(sigma, order)));
  // xx, xy, xz, yy, yz, zz: how often each is differentiated along slices, rows and columns.
  const entries = [
    [0, 0, 2],
    [0, 1, 1],
    [1, 0, 1],
    [0, 2, 0],
    [1, 1, 0],
    [2, 0, 0],
  ] as const;
  let done = -1;
  for (const [entry, [z, y, x]] of [...entries.entries()].toSorted(([, one], [, other]) => one[0] - other[0])) {
    if (z !== done) alongSlices(voxels, size, first, count, filters[z]!, a);
    done = z;
    alongRows(a, size, count, filters[y]!, b);
    alongColumns(b, size, count, filters[x]!, matrix[entry]!);
  }
  eigenvaluesInPlace(matrix, a.length);
  return [matrix[0]!, matrix[1]!, matrix[2]!];
}

function locations({ size: [columns, rows, slices], plane, first, memory }: Slab, base: number, take: TakeFeature): void {
  const values = memory[0]!;
  const fill = (of: (at: number) => number): Float32Array => {
    for (let at = 0; at < values.length; at += 1) values[at] = of(at);
    return values;
  };
  take(
    base,
    fill((at) => ((at % columns) + 0.5) / columns),
  );
  take(
    base + 1,
    fill((at) => (Math.floor((at % plane) / columns) + 0.5) / rows),
  );
  take(
    base + 2,
    fill((at) => (first + Math.floor(at / plane) + 0.5) / slices),
  );
}
