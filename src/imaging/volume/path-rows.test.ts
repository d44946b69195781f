import { describe, expect, it } from 'vitest';
import type { Vector } from '#model/pictures/geometry.ts';
import { curveThrough } from '#model/pictures/path-curve.ts';
import { rowsAlong, sampleOn, type RowsInSpace } from './path-rows.ts';
import { samplePlane, type Slab } from './sample-plane.ts';
import { volumeOf, type Volume } from './volume.ts';

/** A cube of voxels of 1 mm whose centre is 0, with a value for each place. */
function cube(edge: number, valueAt: (x: number, y: number, z: number) => number): Volume {
  const low = -(edge - 1) / 2;
  const voxels = new Float32Array(edge ** 3);
  for (let at = 0; at < voxels.length; at += 1) {
    const [x, y, z] = [at % edge, Math.floor(at / edge) % edge, Math.floor(at / edge / edge)];
    voxels[at] = valueAt(x + low, y + low, z + low);
  }
  const positions = Array.from({ length: edge }, (_, slice): Vector => [low, low, low + slice]);
  return volumeOf({ columns: edge, rows: edge, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], positions }, voxels);
}

const sampled = (volume: Volume, on: RowsInSpace, slab: Slab | null = null): Float32Array =>
  sampleOn(on, (plane) => samplePlane(volume, plane, { slab }));

const [RING, TUBE] = [20, 4];
/** A tube of 4 mm radius that is bent to a ring of 20 mm. Its edge is as wide as a voxel, so that its place is known to parts of one. */
const torus = cube(64, (x, y, z) => {
  const away = Math.hypot(Math.hypot(x, y) - RING, z);
  return 1000 * Math.max(0, Math.min(1, TUBE + 0.5 - away));
});
const ring = (parts: number, of: number): Vector[] =>
  Array.from({ length: parts + 1 }, (_, at) => [RING * Math.cos((2 * Math.PI * at) / of), RING * Math.sin((2 * Math.PI * at) / of), 0]);

/** mm of a row in which the values are above half. */
const widthOf = (values: Float32Array, row: number, { width, mmPerPixel }: RowsInSpace): number =>
  values.subarray(row * width, (row + 1) * width).filter((value) => value > 500).length * mmPerPixel;

describe('a picture along a path [CURV-04]', () => {
  it('that is straight is the plane through it, value for value', () => {
    const volume = cube(24, (x, y, z) => (x * 7919 + y * 10_473 + z * 1299) % 2003);
    const curve = curveThrough([
      [1.3, -2.1, -8],
      [1.3, -2.1, 8],
    ])!;
    for (const slab of [null, { show: 'max', thicknessMm: 5 }, { show: 'mean', thicknessMm: 4 }] as const) {
      const rows = rowsAlong(curve, { degrees: 0, widthMm: 14, mmPerPixel: 0.5 });
      const plane = {
        width: 28,
        height: 33,
        origin: [1.3 - 6.75, -2.1, -8] as Vector,
        right: [0.5, 0, 0] as Vector,
        below: [0, 0, 0.5] as Vector,
      };
      expect([rows.width, rows.rows.length]).toEqual([28, 33]);
      const expected = samplePlane(volume, plane, { slab });
      const errors = sampled(volume, rows, slab).map((value, at) => Math.abs(value - expected[at]!));
      expect(Math.max(...errors)).toBeLessThan(0.01);
    }
    // A quarter about the path is the plane at right angles, from the front to the back.
    const quarter = rowsAlong(curve, { degrees: 90, widthMm: 14, mmPerPixel: 0.5 });
    const across = samplePlane(volume, { width: 28, height: 33, origin: [1.3, -2.1 - 6.75, -8], right: [0, 0.5, 0], below: [0, 0, 0.5] });
    expect(Math.max(...sampled(volume, quarter).map((value, at) => Math.abs(value - across[at]!)))).toBeLessThan(0.01);
  });

  it.each([0, 45, 90, 200])('shows a ring as a straight tube of its width, turned by %i°', (degrees) => {
    const curve = curveThrough(ring(27, 36))!;
    const rows = rowsAlong(curve, { degrees, widthMm: 16, mmPerPixel: 0.5 });
    // Three quarters of the circumference.
    expect(rows.rows.length * 0.5).toBeCloseTo(1.5 * Math.PI * RING, -1);
    expect(Math.abs(rows.rows.length * 0.5 - 1.5 * Math.PI * RING)).toBeLessThan(1);
    const values = sampled(torus, rows);
    for (let row = 0; row < rows.rows.length; row += 1) {
      expect(Math.abs(widthOf(values, row, rows) - 2 * TUBE)).toBeLessThanOrEqual(1);
      // In the middle of the picture: as much on its left as on its right.
      const line = values.subarray(row * rows.width, (row + 1) * rows.width);
      const total = line.reduce((sum, value) => sum + value, 0);
      const middle = line.reduce((sum, value, x) => sum + value * x, 0) / total;
      expect(Math.abs(middle - (rows.width - 1) / 2)).toBeLessThan(0.5);
    }
  });

  it('is as wide as asked for, and has larger pixels where it would have too many', () => {
    const long = curveThrough([
      [0, 0, 0],
      [0, 0, 3000],
    ])!;
    const rows = rowsAlong(long, { degrees: 0, widthMm: 90, mmPerPixel: 0.3 });
    expect(rows.rows.length).toBeLessThanOrEqual(2000);
    expect(rows.mmPerPixel).toBeCloseTo(1.5, 2);
    expect(rows.width * rows.mmPerPixel).toBeCloseTo(90, 0);
    expect((rows.rows.length - 1) * rows.mmPerPixel).toBeCloseTo(3000, 0);
  });

  it('has no values where the path leaves the volume', () => {
    const curve = curveThrough([
      [0, 0, 0],
      [0, 0, 60],
    ])!;
    const values = sampled(torus, rowsAlong(curve, { degrees: 0, widthMm: 4, mmPerPixel: 1 }));
    expect([Number.isNaN(values[0]), Number.isNaN(values.at(-1))]).toEqual([false, true]);
  });
});
