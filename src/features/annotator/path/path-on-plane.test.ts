import { expect, it } from 'vitest';
import type { Vector } from '#model/pictures/geometry.ts';
import { curveThrough } from '#model/pictures/path-curve.ts';
import { pathOnPlane } from './path-on-plane.ts';

const plane = { width: 50, height: 50, origin: [0, 0, 10] as Vector, right: [0.5, 0, 0] as Vector, below: [0, 0.5, 0] as Vector };

it('a path is seen where it passes through a picture, and its points where they lie in it [CURV-14]', () => {
  // Up through the slice at 10 mm, and back down through it.
  const points: Vector[] = [
    [5, 5, 0],
    [10, 5, 20],
    [15, 5, 0],
  ];
  const { all, near, points: seen } = pathOnPlane(curveThrough(points), points, { plane, nearMm: 1.5 });
  expect(near).toHaveLength(2);
  for (const part of near) expect(part.length).toBeGreaterThan(1);
  expect(near[0]!.every(({ x, y }) => x > 10 && x < 20 && Math.abs(y - 10) < 1e-6)).toBe(true);
  expect([all[0], all.at(-1)!.x]).toEqual([{ x: 10, y: 10 }, expect.closeTo(30, 0)]);
  expect(seen.map(({ x, isNear }) => [x, isNear])).toEqual([
    [10, false],
    [20, false],
    [30, false],
  ]);
  const onFirst = pathOnPlane(null, points.slice(0, 1), { plane: { ...plane, origin: [0, 0, 0.4] }, nearMm: 1.5 });
  expect(onFirst).toEqual({ all: [], near: [], points: [{ x: 10, y: 10, at: 0, isNear: true }] });
});
