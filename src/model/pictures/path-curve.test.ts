import { describe, expect, it } from 'vitest';
import { curveThrough, facingAcross, frameAlong, nearestAlong, placeAlong } from './path-curve.ts';
import type { Vector } from './geometry.ts';
import { cross, dot, length, minus } from './vector.ts';

const degreesBetween = (a: Vector, b: Vector): number => (Math.acos(Math.min(1, Math.abs(dot(a, b)))) * 180) / Math.PI;

const circle = (radius: number, count: number): Vector[] =>
  Array.from({ length: count + 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle), 7];
  });

describe('a path [CURV-02]', () => {
  it('of two points is the straight line between them, in mm', () => {
    const curve = curveThrough([
      [1, 2, 3],
      [1, 2, 63.1],
    ])!;
    expect(curve.lengthMm).toBeCloseTo(60.1, 6);
    expect(placeAlong(curve, 30)).toEqual([1, 2, expect.closeTo(33, 6)]);
    expect(placeAlong(curve, 60.1)).toEqual([1, 2, expect.closeTo(63.1, 6)]);
    expect([placeAlong(curve, -5), placeAlong(curve, 900)]).toEqual([
      [1, 2, 3],
      [1, 2, expect.closeTo(63.1, 6)],
    ]);
    expect(frameAlong(curve, 60.1, 0).along).toEqual([0, 0, expect.closeTo(1, 9)]);
  });

  it('through points on a circle has its circumference', () => {
    const curve = curveThrough(circle(20, 36))!;
    expect(Math.abs(curve.lengthMm / (2 * Math.PI * 20) - 1)).toBeLessThan(0.001);
    // Equal steps are equal lengths, and each point lies on the circle.
    expect(curve.pointsMm[9]).toBeCloseTo(curve.lengthMm / 4, 1);
    for (let mm = 0; mm <= curve.lengthMm; mm += 1) {
      expect(Math.abs(length(minus(placeAlong(curve, mm), [0, 0, 7])) - 20)).toBeLessThan(0.02);
    }
  });

  it('goes through its points, however unequal their distances are', () => {
    const points: Vector[] = [
      [0, 0, 0],
      [1, 0, 0],
      [40, 5, 2],
      [41, 30, 9],
      [41, 31, 9],
    ];
    const curve = curveThrough(points)!;
    for (const [at, point] of points.entries()) expect(length(minus(placeAlong(curve, curve.pointsMm[at]!), point))).toBeLessThan(0.03);
    // Without loops: it nowhere turns back.
    for (let at = 1; at < curve.along.length; at += 1) expect(dot(curve.along[at]!, curve.along[at - 1]!)).toBeGreaterThan(0.8);
  });

  it('needs two points that differ; points that coincide are one', () => {
    expect([curveThrough([]), curveThrough([[1, 1, 1]])]).toEqual([null, null]);
    const same: Vector = [1, 1, 1];
    expect(curveThrough([same, [1, 1, 1]])).toBeNull();
    const curve = curveThrough([same, [1, 1, 1], [5, 1, 1], [5, 1, 1]])!;
    expect([curve.lengthMm, curve.pointsMm]).toEqual([expect.closeTo(4, 6), [0, 0, expect.closeTo(4, 6), expect.closeTo(4, 6)]]);
    expect(curve.places.flat().every(Number.isFinite)).toBe(true);
  });
});

describe('the directions across a path [CURV-03]', () => {
  it('are at right angles to it and to each other, turned by the angle', () => {
    const curve = curveThrough(circle(15, 24).slice(0, 14))!;
    for (let mm = 0; mm <= curve.lengthMm; mm += 3.7) {
      const { along, right } = frameAlong(curve, mm, 0);
      const quarter = frameAlong(curve, mm, 90).right;
      for (const [a, b] of [
        [along, right],
        [along, quarter],
        [right, quarter],
      ] as const)
        expect(Math.abs(dot(a, b))).toBeLessThan(1e-9);
      expect(length(right)).toBeCloseTo(1, 9);
      const half = frameAlong(curve, mm, 180).right;
      expect(dot(half, right)).toBeCloseTo(-1, 9);
      const facing = facingAcross(curve, mm, 30);
      expect(dot(cross(facing.right, facing.below), along)).toBeCloseTo(1, 9);
    }
  });

  it('do not twist on a helix: as they turn about the path, so little is left as its torsion asks for', () => {
    // A frame that follows the bend (Frenet's) turns once about the path with each winding of this helix; one of least rotation does not.
    const [radius, pitch] = [10, 40];
    const points = Array.from({ length: 73 }, (_, at): Vector => {
      const angle = (2 * Math.PI * at) / 24;
      return [radius * Math.cos(angle), radius * Math.sin(angle), (pitch * angle) / (2 * Math.PI)];
    });
    const curve = curveThrough(points)!;
    // Between neighbours the change is along the path alone: none of it is a turn about the path.
    for (let at = 1; at < curve.places.length; at += 1) {
      const beside = cross(curve.along[at]!, curve.across[at]!);
      const turn = dot(minus(curve.across[at]!, curve.across[at - 1]!), beside);
      expect(Math.abs(turn)).toBeLessThan(1e-3);
    }
    // Against Frenet's normal, which points to the axis, it turns back by the torsion: 2 pi c / sqrt(r² + c²) for each winding.
    const c = pitch / (2 * Math.PI);
    const expected = ((2 * Math.PI * c) / Math.hypot(radius, c)) * 3;
    let turned = 0;
    let before: number | null = null;
    for (const [at, across] of curve.across.entries()) {
      const [x, y] = curve.places[at]!;
      const inward: Vector = [-x / Math.hypot(x, y), -y / Math.hypot(x, y), 0];
      const angle = Math.atan2(dot(across, cross(curve.along[at]!, inward)), dot(across, inward));
      if (before !== null) turned += Math.atan2(Math.sin(angle - before), Math.cos(angle - before));
      before = angle;
    }
    expect(Math.abs(Math.abs(turned) - expected)).toBeLessThan(0.15);
  });

  it('keep their side where a path bends the other way', () => {
    const s: Vector[] = [
      [0, 0, 0],
      [10, 5, 0],
      [20, 0, 0],
      [30, -5, 0],
      [40, 0, 0],
    ];
    const { across } = curveThrough(s)!;
    for (let at = 1; at < across.length; at += 1) expect(degreesBetween(across[at]!, across[at - 1]!)).toBeLessThan(4);
    // The path lies in a plane, and so does each direction that began in it.
    for (const direction of across) expect(Math.abs(direction[2])).toBeLessThan(1e-6);
  });
});

it('the nearest place of a path to a point is found to parts of a step [CURV-06]', () => {
  const curve = curveThrough(circle(20, 36).slice(0, 19))!;
  expect(nearestAlong(curve, [0, 35, -4])).toBeCloseTo((Math.PI * 20) / 2, 1);
  expect(nearestAlong(curve, [30, -8, 7])).toBe(0);
  const straight = curveThrough([
    [0, 0, 0],
    [0, 0, 50],
  ])!;
  expect(nearestAlong(straight, [3, 4, 20.1])).toBeCloseTo(20.1, 6);
  expect(nearestAlong(straight, [3, 4, 99])).toBe(50);
});
