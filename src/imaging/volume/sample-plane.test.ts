import { describe, expect, it } from 'vitest';
import { pointOf, placeOn, AXIAL, CORONAL, SAGITTAL, turned, type ImagePlane } from '#model/pictures/image-plane.ts';
import { planeThrough, slicePlane } from './volume-planes.ts';
import { samplePlane } from './sample-plane.ts';
import CASES from './scipy-planes.json' with { type: 'json' };
import { volumeOf, type Stack, type Volume } from './volume.ts';

/** Neighbours have nothing in common, so that any voxel in the place of another is noticed. */
function volumeFrom(stack: Stack): Volume {
  const { columns, rows, positions } = stack;
  const voxels = new Int16Array(columns * rows * positions.length);
  for (let at = 0; at < voxels.length; at += 1) {
    const [column, row, slice] = [at % columns, Math.floor(at / columns) % rows, Math.floor(at / columns / rows)];
    voxels[at] = ((column * 7919 + row * 104_729 + slice * 1_299_709) % 2003) - 1000;
  }
  return volumeOf(stack, voxels);
}

/** 6 x 5 x 4 voxels of 1 x 1 x 2 mm, upright, the first one at 0. */
const UPRIGHT: Stack = {
  columns: 6,
  rows: 5,
  spacing: [1, 1],
  orientation: [1, 0, 0, 0, 1, 0],
  positions: [0, 2, 4, 6].map((z) => [0, 0, z] as const),
};

/**
 * Made once with scipy.ndimage.map_coordinates 1.17 (order 1, mode nearest): stacks and planes at any angle, and null where a pixel is more than half
 * a voxel outside.
 */
describe('as scipy interpolates', () => {
  it.each(CASES)('$name', (each) => {
    const values = samplePlane(volumeFrom(each as unknown as Stack), each.plane as unknown as ImagePlane);
    expect([...values].map(Number.isNaN)).toEqual(each.values.map((value) => value === null));
    const errors = each.values.map((value, at) => (value === null ? 0 : Math.abs(value - values[at]!)));
    expect(Math.max(...errors)).toBeLessThan(0.02);
  });
});

it('the plane of a slice has the stored values', () => {
  const volume = volumeFrom(UPRIGHT);
  for (let slice = 0; slice < 4; slice += 1) {
    const stored = volume.voxels.subarray(30 * slice, 30 * slice + 30);
    expect([...samplePlane(volume, slicePlane(volume, slice))]).toEqual([...stored]);
    expect([...samplePlane(volume, slicePlane(volume, slice), { interpolation: 'nearest' })]).toEqual([...stored]);
  }
});

it('the volume ends half a voxel beyond the centres, and has the values of the centres there', () => {
  const volume = volumeFrom(UPRIGHT);
  const valueAt = (x: number, y: number, z: number): number =>
    samplePlane(volume, { width: 1, height: 1, origin: [x, y, z], right: [1, 0, 0], below: [0, 1, 0] })[0]!;
  const [first, last] = [volume.voxels[0], volume.voxels.at(-1)];
  expect([valueAt(-0.49, -0.49, -0.99), valueAt(-0.5, 0, 0), valueAt(0, -0.5, 0), valueAt(0, 0, -1)]).toEqual([first, first, first, first]);
  expect([valueAt(5.49, 4.49, 6.99), valueAt(5.5, 4, 6), valueAt(5, 4.5, 6), valueAt(5, 4, 7)]).toEqual([last, last, last, last]);
  const outside = [valueAt(-0.51, 0, 0), valueAt(0, -0.51, 0), valueAt(0, 0, -1.01), valueAt(5.51, 4, 6), valueAt(5, 4.51, 6)];
  expect([...outside, valueAt(5, 4, 7.01)].every(Number.isNaN)).toBe(true);
});

it('each slice lies at its own position', () => {
  // The third slice is 1 mm closer to the second than the others, and 2 columns beside it.
  const volume = volumeFrom({ ...UPRIGHT, positions: [[0, 0, 0] as const, [0, 0, 2] as const, [2, 0, 3] as const, [2, 0, 5] as const] });
  const plane = (x: number, z: number): ImagePlane => ({ width: 1, height: 1, origin: [x, 1, z], right: [1, 0, 0], below: [0, 1, 0] });
  const stored = (column: number, slice: number): number => volume.voxels[slice * 30 + 6 + column]!;
  expect(samplePlane(volume, plane(4, 3))[0]).toBe(stored(2, 2));
  // Half way between the second and the third, the stack has moved by one column.
  expect(samplePlane(volume, plane(4, 2.5))[0]).toBe((stored(3, 1) + stored(3, 2)) / 2);
});

describe('a thick plane', () => {
  const volume = volumeFrom(UPRIGHT);
  // Four voxels lie along each pixel of this plane: those of one row.
  const coronal = planeThrough(volume, [0, 2, 0], CORONAL);
  const rowsOf = (x: number, z: number): number[] => [0, 1, 2, 3, 4].map((row) => volume.voxels[z * 30 + row * 6 + x]!);
  const bottomLeft = (coronal.height - 1) * coronal.width;

  it('shows the largest or the smallest value, or the mean, and leaves out what is outside', () => {
    const { x, y } = placeOn(coronal, [0, 2, 0]);
    const at = Math.round(y) * coronal.width + Math.round(x);
    const show = (mode: 'max' | 'min' | 'mean', thicknessMm: number): number =>
      samplePlane(
        volume,
        { ...coronal, origin: pointOf(coronal, x - Math.round(x), y - Math.round(y)) },
        { slab: { show: mode, thicknessMm } },
      )[at]!;
    const rows = rowsOf(0, 0);
    expect(show('max', 5)).toBe(Math.max(...rows));
    expect(show('min', 5)).toBe(Math.min(...rows));
    expect(show('mean', 5)).toBeCloseTo(rows.reduce((sum, value) => sum + value) / 5, 3);
    expect(show('mean', 3)).toBeCloseTo((rows[1]! + rows[2]! + rows[3]!) / 3, 3);
    // Thicker than the volume: only what is inside counts.
    expect(show('mean', 9)).toBeCloseTo(rows.reduce((sum, value) => sum + value) / 5, 3);
    expect(show('max', 0)).toBe(rows[2]);
    expect(bottomLeft).toBeGreaterThan(0);
  });
});

describe('planes', () => {
  it('through a point show the whole volume, with square pixels of its finest spacing', () => {
    const volume = volumeFrom(UPRIGHT);
    const size = ({ width, height }: ImagePlane): [number, number] => [width, height];
    expect(size(planeThrough(volume, [2, 2, 3], AXIAL))).toEqual([6, 5]);
    expect(size(planeThrough(volume, [2, 2, 3], CORONAL))).toEqual([6, 8]);
    expect(size(planeThrough(volume, [2, 2, 3], SAGITTAL))).toEqual([5, 8]);
    expect(size(planeThrough(volume, [2, 2, 3], CORONAL, 0.5))).toEqual([3, 4]);
    const coronal = planeThrough(volume, [2, 2, 3], CORONAL);
    // Head first, half a pixel inside the upper edge; the patient's right on the left.
    expect(coronal.origin).toEqual([0, 2, 6.5]);
    expect(placeOn(coronal, [2, 2, 3])).toEqual({ x: 2, y: 3.5, depth: 0 });
  });

  it('are turned about a point, and keep it', () => {
    const volume = volumeFrom(UPRIGHT);
    const facing = turned(AXIAL, [1, 0, 0], Math.PI / 2);
    const plane = planeThrough(volume, [2, 2, 3], facing);
    expect(plane.below.map((part) => Math.round(part * 1e9) / 1e9)).toEqual([0, 0, 1]);
    const { x, y, depth } = placeOn(plane, [2, 2, 3]);
    expect(depth).toBeCloseTo(0, 9);
    pointOf(plane, x, y).forEach((part, axis) => expect(part).toBeCloseTo([2, 2, 3][axis]!, 9));
  });

  it('refuse a single slice, directions that are none, and voxels that do not fill the volume', () => {
    expect(() => volumeOf({ ...UPRIGHT, positions: UPRIGHT.positions.slice(0, 1) }, new Int16Array(30))).toThrow('make no volume');
    expect(() => volumeOf({ ...UPRIGHT, orientation: [1, 0, 0, 1, 0, 0] }, new Int16Array(120))).toThrow('make no volume');
    expect(() => volumeOf(UPRIGHT, new Int16Array(119))).toThrow('do not fill');
  });
});
