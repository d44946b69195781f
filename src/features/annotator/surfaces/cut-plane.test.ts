import { describe, expect, it } from 'vitest';
import type { SmoothSurface } from '#workers/surfaces/types.ts';
import { aroundOf, cutFacing, cutTriangles, depthOf, withDepth } from './cut-plane.ts';
import { FROM_FRONT, turnedView } from './turn-view.ts';

/** A triangle at each of these places from front to back: y grows to the back of the patient. */
const at = (...places: number[]): SmoothSurface => ({
  points: Float32Array.from(places.flatMap((y) => [-1, y, 0, 1, y, 0, 0, y, 1])),
  normals: new Float32Array(places.length * 9),
  triangles: Uint32Array.from(places.flatMap((_, one) => [3 * one, 3 * one + 1, 3 * one + 2])),
});

describe('a plane that cuts surfaces [XR-004]', () => {
  const surfaces = [at(-10, -5), at(5, 10)];
  const around = aroundOf(surfaces)!;

  it('lies in the middle of all surfaces first, and takes away what is nearer to the viewer', () => {
    expect(around.center).toEqual([0, 0, 0.5]);
    expect(around.radiusMm).toBeCloseTo(Math.hypot(1, 10, 0.5), 5);
    const cut = cutFacing(FROM_FRONT.facing, around);
    expect(depthOf(cut, around)).toBeCloseTo(0.5, 10);
    expect(cut.normal).toEqual([expect.closeTo(0), expect.closeTo(1), expect.closeTo(0)]);
    expect(cutTriangles(surfaces, cut)).toEqual({ cut: 2, all: 4 });
    const behind = cutFacing(turnedView(FROM_FRONT, Math.PI, 0).facing, around);
    expect(behind.normal[1]).toBeCloseTo(-1, 5);
  });

  it('goes as deep as is asked, and neither before all nor behind all', () => {
    const cut = cutFacing(FROM_FRONT.facing, around);
    const counts = [-1, 0, 0.2, 0.6, 0.8, 1, 2].map((depth) => cutTriangles(surfaces, withDepth(cut, depth, around)).cut);
    expect(counts).toEqual([0, 0, 1, 2, 3, 4, 4]);
    expect(depthOf(withDepth(cut, 0.3, around), around)).toBeCloseTo(0.3, 10);
  });

  it('leaves a triangle that it goes through, and all of them without a plane', () => {
    const through: SmoothSurface = { ...at(0), points: Float32Array.from([0, -1, 0, 0, 1, 0, 1, 0, 0]) };
    expect(cutTriangles([through], { normal: [0, 1, 0], offsetMm: 0.5 })).toEqual({ cut: 0, all: 1 });
    expect(cutTriangles(surfaces, null)).toEqual({ cut: 0, all: 4 });
    expect(aroundOf([])).toBeNull();
  });
});
