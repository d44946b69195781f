import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { dot } from '#model/pictures/vector.ts';
import type { BrickStore } from './brick-store.ts';
import { BRICK_EDGE, sizeAt } from './bricks.ts';
import { samplePlane, throughSlab, type Slab } from './sample-plane.ts';
import { finestSpacing, type Volume, type VolumeShape } from './volume.ts';

/** A volume of which only some bricks are here. Both shapes are in the same coordinates. */
export interface PartlyLoaded {
  shape: VolumeShape;
  coarse: Volume;
  store: BrickStore;
}

export interface SampledBricks {
  values: Float32Array<ArrayBuffer>;
  /** Bricks that the plane goes through, in their order. */
  bricks: number[];
  /** Some pixels are those of the coarse volume. */
  isCoarse: boolean;
}

/**
 * Values at the pixels of a plane, as `samplePlane` gives them: those between voxels that are all here are exact, the others are those of the coarse
 * volume.
 */
export function sampleBricks({ shape, coarse, store }: PartlyLoaded, plane: ImagePlane, slab: Slab | null): SampledBricks {
  const crossed = new Uint8Array(store.bricks.length);
  const values = new Float32Array(plane.width * plane.height);
  const sampleLayer = (layer: ImagePlane, into: Float32Array<ArrayBuffer>): void => {
    samplePlane(coarse, layer, { spare: into });
    refine(shape, store, layer, into, crossed);
  };
  if (slab === null) sampleLayer(plane, values);
  else throughSlab(plane, slab, finestSpacing(shape), values, sampleLayer);
  const bricks = [...crossed.keys()].filter((number) => crossed[number] === 1);
  return { values, bricks, isCoarse: bricks.some((number) => !store.has(number)) };
}

/** Positions of the pixels in voxels: of the first pixel, and by how much they change to the right and down. */
interface InVoxels {
  column: Vector;
  row: Vector;
  slice: Vector;
  /** Columns and rows by which each slice is shifted against the one before. */
  shift: readonly [number, number];
}

function inVoxels({ across, down, normal, spacing, positions }: VolumeShape, plane: ImagePlane): InVoxels {
  const [first, second] = [positions.subarray(0, 3), positions.subarray(3, 6)];
  const step = [0, 1, 2].map((axis) => second[axis]! - first[axis]!) as unknown as Vector;
  const origin = [0, 1, 2].map((axis) => plane.origin[axis]! - first[axis]!) as unknown as Vector;
  const along = (direction: Vector, unit: number): Vector => [
    dot(origin, direction) / unit,
    dot(plane.right, direction) / unit,
    dot(plane.below, direction) / unit,
  ];
  return {
    column: along(across, spacing[0]),
    row: along(down, spacing[1]),
    slice: along(normal, dot(step, normal)),
    shift: [dot(step, across) / spacing[0], dot(step, down) / spacing[1]],
  };
}

/** Of a voxel: on its centre, its neighbours are not needed. */
const ROUNDING = 1e-6;

function refine(shape: VolumeShape, store: BrickStore, plane: ImagePlane, values: Float32Array, crossed: Uint8Array): void {
  const { column, row, slice, shift } = inVoxels(shape, plane);
  const { voxels, bases, rowStep, sliceStep } = store;
  const [lastColumn, lastRow, lastSlice] = [shape.columns - 1, shape.rows - 1, shape.slices - 1];
  const inRow = Math.ceil(shape.columns / BRICK_EDGE);
  const inLayer = inRow * Math.ceil(shape.rows / BRICK_EDGE);

  /** Place of a voxel in the store; -1: its brick is not here. */
  function placeOf(x: number, y: number, z: number): number {
    const number = (z >> 6) * inLayer + (y >> 6) * inRow + (x >> 6);
    crossed[number] = 1;
    const base = bases[number]!;
    return base < 0 ? -1 : base + (z & 63) * sliceStep + (y & 63) * rowStep + (x & 63);
  }

  for (let y = 0, at = 0; y < plane.height; y += 1) {
    for (let x = 0; x < plane.width; x += 1, at += 1) {
      const w = slice[0] + slice[1] * x + slice[2] * y;
      const inside = clamped(w, lastSlice);
      const u = column[0] + column[1] * x + column[2] * y - shift[0] * inside;
      const v = row[0] + row[1] * x + row[2] * y - shift[1] * inside;
      if (isOutside(w, lastSlice) || isOutside(u, lastColumn) || isOutside(v, lastRow)) {
        values[at] = Number.NaN;
        continue;
      }
      const [uInside, vInside] = [clamped(u, lastColumn), clamped(v, lastRow)];
      // Of the voxel before and the one after, the second is not needed on the centre of the first.
      const left = Math.floor(uInside + ROUNDING);
      const h = uInside - left;
      const right = h < ROUNDING ? left : left + 1;
      const top = Math.floor(vInside + ROUNDING);
      const k = vInside - top;
      const bottom = k < ROUNDING ? top : top + 1;
      const front = Math.floor(inside + ROUNDING);
      const d = inside - front;
      const back = d < ROUNDING ? front : front + 1;
      const a = placeOf(left, top, front);
      if (left === right && top === bottom && front === back) {
        if (a >= 0) values[at] = voxels[a]!;
        continue;
      }
      // All in one brick: one look at its place is enough.
      const isAlone = left >> 6 === right >> 6 && top >> 6 === bottom >> 6 && front >> 6 === back >> 6;
      if (isAlone && a < 0) continue;
      const [dx, dy, dz] = [right - left, (bottom - top) * rowStep, (back - front) * sliceStep];
      const b = isAlone ? a + dx : placeOf(right, top, front);
      const c = isAlone ? a + dy : placeOf(left, bottom, front);
      const e = isAlone ? b + dy : placeOf(right, bottom, front);
      const a2 = isAlone ? a + dz : placeOf(left, top, back);
      const b2 = isAlone ? b + dz : placeOf(right, top, back);
      const c2 = isAlone ? c + dz : placeOf(left, bottom, back);
      const e2 = isAlone ? e + dz : placeOf(right, bottom, back);
      if (a < 0 || b < 0 || c < 0 || e < 0 || a2 < 0 || b2 < 0 || c2 < 0 || e2 < 0) continue;
      const near = mix(mix(voxels[a]!, voxels[b]!, h), mix(voxels[c]!, voxels[e]!, h), k);
      const far = mix(mix(voxels[a2]!, voxels[b2]!, h), mix(voxels[c2]!, voxels[e2]!, h), k);
      values[at] = mix(near, far, d);
    }
  }
}

const mix = (from: number, to: number, part: number): number => from + (to - from) * part;

const isOutside = (at: number, last: number): boolean => !(at >= -0.5 - ROUNDING && at <= last + 0.5 + ROUNDING);

/** Beyond the centres of the outermost voxels, their values hold. */
const clamped = (value: number, last: number): number => (value < 0 ? 0 : value > last ? last : value);

/** The volume at a level, whose voxels are means of `2 ** level` ones in each direction. */
export function shapeAtLevel({ columns, rows, slices, spacing, positions, ...rest }: VolumeShape, level: number): VolumeShape {
  const times = 2 ** level;
  const size = sizeAt([columns, rows, slices], level);
  const middle = (times - 1) / 2;
  const step = [0, 1, 2].map((axis) => positions[3 + axis]! - positions[axis]!);
  const { across, down } = rest;
  const first = [0, 1, 2].map((axis) => positions[axis]! + middle * (step[axis]! + across[axis]! * spacing[0] + down[axis]! * spacing[1]));
  return {
    ...rest,
    columns: size[0],
    rows: size[1],
    slices: size[2],
    spacing: [spacing[0] * times, spacing[1] * times],
    positions: Float64Array.from({ length: 3 * size[2] }, (_, at) => first[at % 3]! + Math.floor(at / 3) * times * step[at % 3]!),
  };
}
