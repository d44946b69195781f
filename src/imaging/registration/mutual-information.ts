import { patientToVoxel } from '#model/grids/voxel-space.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { pointThrough, type RigidMatrix } from '#model/registrations/rigid.ts';
import type { ShrunkVolume } from './shrink.ts';

const BINS = 20;
/** Of the sorted values, at each end: beyond them a value counts as the last one. A few bright voxels then take no bins from all others. */
const CUT = 0.005;

/** Places of the fixed volume with their values in bins. */
export interface FixedSamples {
  /** x y z in mm, one after the other. */
  points: Float64Array;
  bins: Uint8Array;
}

/** Values in bins, between which they are interpolated. */
export interface BinnedVolume {
  volume: ShrunkVolume;
}

/** Null: the volume has one value only. The ends of the bins keep two bins for the width of the spline. */
export function binned({ space, samples }: ShrunkVolume): BinnedVolume | null {
  const every = Math.max(1, Math.floor(samples.length / 50_000));
  const sorted = Float32Array.from({ length: Math.ceil(samples.length / every) }, (_, at) => samples[at * every]!).toSorted();
  const low = sorted[Math.floor(CUT * (sorted.length - 1))]!;
  const high = sorted[Math.ceil((1 - CUT) * (sorted.length - 1))]!;
  if (!(high > low)) return null;
  const scale = (BINS - 5) / (high - low);
  const inBins = samples.map((value) => 2 + Math.min(Math.max((value - low) * scale, 0), BINS - 5));
  return { volume: { space, samples: inBins } };
}

/**
 * Random places of a volume with its values. `strata`: the places are spread evenly, one in each of so many parts of the volume, so that few are enough.
 * They are not on the centres of voxels: there, interpolation would favour some shifts.
 */
export function sampleFixed({ volume: { space, samples } }: BinnedVolume, count: number, random: () => number): FixedSamples {
  const [columns, rows, slices] = space.size;
  const { origin, steps } = space;
  const points = new Float64Array(3 * count);
  const bins = new Uint8Array(count);
  const stratum = (columns * rows * slices) / count;
  for (let at = 0; at < count; at += 1) {
    const voxel = Math.min(Math.floor((at + random()) * stratum), columns * rows * slices - 1);
    const place = [voxel % columns, Math.floor(voxel / columns) % rows, Math.floor(voxel / (columns * rows))] as const;
    const [x, y, z] = place.map((index, axis) => within(index + random() - 0.5, space.size[axis as 0 | 1 | 2])) as [number, number, number];
    for (const axis of [0, 1, 2] as const)
      points[3 * at + axis] = origin[axis] + steps[0][axis] * x + steps[1][axis] * y + steps[2][axis] * z;
    bins[at] = Math.round(valueAt(samples, columns, rows, slices, x, y, z));
  }
  return { points, bins };
}

const within = (place: number, size: number): number => Math.min(Math.max(place, 0), size - 1);

export interface Similarity {
  /** Normalised mutual information, (H(F) + H(M)) / H(F, M): 1 for images that say nothing of each other, 2 for the same image. */
  nmi: number;
  /** Part of the samples that lie in the moving volume. */
  overlap: number;
}

/**
 * The similarity of two volumes as a function of the matrix from fixed mm to moving mm. The joint histogram has a cubic spline for the moving values
 * (Mattes), so it changes smoothly with the matrix. Memory is allocated once: it is called thousands of times.
 */
export function createSimilarity(
  { points, bins }: FixedSamples,
  { volume: { space, samples } }: BinnedVolume,
): (matrix: RigidMatrix) => Similarity {
  const joint = new Float64Array(BINS * BINS);
  const ofMoving = new Float64Array(BINS);
  const toVoxel = patientToVoxel(space);
  const [columns, rows, slices] = space.size;
  const [lastColumn, lastRow, lastSlice] = [columns - 1, rows - 1, slices - 1];
  return (matrix) => {
    const voxelOf = (point: Vector) => toVoxel(pointThrough(matrix, point));
    const o = voxelOf([0, 0, 0]);
    const [i, j, k] = [voxelOf([1, 0, 0]), voxelOf([0, 1, 0]), voxelOf([0, 0, 1])];
    const [ox, oy, oz] = o;
    const [ix, iy, iz] = [i[0] - ox, i[1] - oy, i[2] - oz];
    const [jx, jy, jz] = [j[0] - ox, j[1] - oy, j[2] - oz];
    const [kx, ky, kz] = [k[0] - ox, k[1] - oy, k[2] - oz];
    joint.fill(0);
    let inside = 0;
    for (let at = 0; at < bins.length; at += 1) {
      const px = points[3 * at]!;
      const py = points[3 * at + 1]!;
      const pz = points[3 * at + 2]!;
      const x = ox + ix * px + jx * py + kx * pz;
      if (!(x >= -0.5 && x <= lastColumn + 0.5)) continue;
      const y = oy + iy * px + jy * py + ky * pz;
      if (!(y >= -0.5 && y <= lastRow + 0.5)) continue;
      const z = oz + iz * px + jz * py + kz * pz;
      if (!(z >= -0.5 && z <= lastSlice + 0.5)) continue;
      const value = valueAt(samples, columns, rows, slices, x, y, z);
      inside += 1;
      const bin = Math.floor(value);
      const t = value - bin;
      const s = 1 - t;
      const to = bins[at]! * BINS + bin;
      joint[to - 1]! += (s * s * s) / 6;
      joint[to]! += (4 - 6 * t * t + 3 * t * t * t) / 6;
      joint[to + 1]! += (4 - 6 * s * s + 3 * s * s * s) / 6;
      joint[to + 2]! += (t * t * t) / 6;
    }
    return { nmi: inside === 0 ? 1 : nmiOf(joint, ofMoving, inside), overlap: inside / bins.length };
  };
}

function nmiOf(joint: Float64Array, ofMoving: Float64Array, count: number): number {
  ofMoving.fill(0);
  let [fixed, both, moving] = [0, 0, 0];
  for (let row = 0; row < BINS; row += 1) {
    let sum = 0;
    for (let column = 0; column < BINS; column += 1) {
      const part = joint[row * BINS + column]!;
      if (part === 0) continue;
      sum += part;
      ofMoving[column]! += part;
      both -= part * Math.log(part);
    }
    if (sum > 0) fixed -= sum * Math.log(sum);
  }
  for (const sum of ofMoving) if (sum > 0) moving -= sum * Math.log(sum);
  // Of counts in place of parts: each entropy is then too small by count * log(count), and count times as large.
  const more = count * Math.log(count);
  return both + more < 1e-9 * count ? 1 : (fixed + moving + 2 * more) / (both + more);
}

/** Linear between the centres of voxels; between a centre and the outer edge the value of the centre. */
function valueAt(samples: Float32Array, columns: number, rows: number, slices: number, x: number, y: number, z: number): number {
  const px = x < 0 ? 0 : x > columns - 1 ? columns - 1 : x;
  const py = y < 0 ? 0 : y > rows - 1 ? rows - 1 : y;
  const pz = z < 0 ? 0 : z > slices - 1 ? slices - 1 : z;
  const i = px | 0;
  const j = py | 0;
  const k = pz | 0;
  const right = i < columns - 1 ? 1 : 0;
  const below = j < rows - 1 ? columns : 0;
  const deep = k < slices - 1 ? columns * rows : 0;
  const u = px - i;
  const v = py - j;
  const w = pz - k;
  const a = (k * rows + j) * columns + i;
  const b = a + deep;
  const near =
    (samples[a]! * (1 - u) + samples[a + right]! * u) * (1 - v) + (samples[a + below]! * (1 - u) + samples[a + below + right]! * u) * v;
  if (w === 0) return near;
  const far =
    (samples[b]! * (1 - u) + samples[b + right]! * u) * (1 - v) + (samples[b + below]! * (1 - u) + samples[b + below + right]! * u) * v;
  return near + (far - near) * w;
}
