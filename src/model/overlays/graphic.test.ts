import { describe, expect, it } from 'vitest';
import { graphicLines, type GraphicShape } from './graphic.ts';

const linesOf = (shape: GraphicShape, points: readonly number[], dimensions: 2 | 3 = 2) =>
  graphicLines({ shape, points: Float64Array.from(points) }, dimensions);

/** The points of the only line. */
function pointsOf(shape: GraphicShape, points: readonly number[], dimensions: 2 | 3 = 2): { points: number[][]; isClosed: boolean } {
  const [line, ...others] = linesOf(shape, points, dimensions);
  expect(others).toEqual([]);
  const count = line!.points.length / dimensions;
  return {
    points: Array.from({ length: count }, (_, index) => [...line!.points.slice(index * dimensions, (index + 1) * dimensions)]),
    isClosed: line!.isClosed,
  };
}

describe('a graphic as lines', () => {
  it('of points is a mark each', () => {
    expect(linesOf('point', [4, 5])).toEqual([{ points: Float64Array.of(4, 5), isClosed: false }]);
    expect(linesOf('multipoint', [4, 5, 6, 7, 8, 9], 3).map(({ points }) => [...points])).toEqual([
      [4, 5, 6],
      [7, 8, 9],
    ]);
  });

  it('is closed if it ends where it begins, or is a polygon', () => {
    expect(pointsOf('polyline', [0, 0, 1, 0, 1, 1])).toMatchObject({ isClosed: false, points: { length: 3 } });
    expect(pointsOf('polyline', [0, 0, 1, 0, 1, 1, 0, 0])).toMatchObject({ isClosed: true, points: { length: 3 } });
    expect(pointsOf('polyline', [2, 2, 2, 2])).toMatchObject({ isClosed: false, points: { length: 2 } });
    expect(pointsOf('polygon', [0, 0, 1, 0, 1, 1])).toMatchObject({ isClosed: true, points: { length: 3 } });
  });

  it('of a circle has its radius everywhere', () => {
    const { points, isClosed } = pointsOf('circle', [10, 20, 13, 24]);
    expect(isClosed).toBe(true);
    for (const [x, y] of points) expect(Math.hypot(x! - 10, y! - 20)).toBeCloseTo(5, 9);
    expect(new Set(points.map(([x, y]) => `${Math.sign(x! - 10)} ${Math.sign(y! - 20)}`)).size).toBeGreaterThanOrEqual(4);
  });

  it.each([
    [2, [-4, 1, 6, 1, 1, -1, 1, 3]],
    [3, [-4, 1, 7, 6, 1, 7, 1, -1, 7, 1, 3, 7]],
  ] as const)('of an ellipse in %d dimensions goes through the ends of its axes', (dimensions, ends) => {
    const { points } = pointsOf('ellipse', ends, dimensions);
    for (const [x, y, z = 7] of points) {
      expect(((x! - 1) / 5) ** 2 + ((y! - 1) / 2) ** 2).toBeCloseTo(1, 9);
      expect(z).toBe(7);
    }
    const nearest = (x: number, y: number) => Math.min(...points.map((point) => Math.hypot(point[0]! - x, point[1]! - y)));
    for (const [x, y] of [
      [-4, 1],
      [6, 1],
      [1, -1],
      [1, 3],
    ] as const)
      expect(nearest(x, y)).toBeCloseTo(0, 9);
  });

  it('of an interpolated curve goes through its points, and is round between them', () => {
    const corners = [1, 0, 0, 1, -1, 0, 0, -1, 1, 0];
    const { points, isClosed } = pointsOf('interpolated', corners);
    expect(isClosed).toBe(true);
    for (let at = 0; at < corners.length; at += 2) expect(points).toContainEqual([corners[at], corners[at + 1]]);
    for (const [x, y] of points) expect(Math.hypot(x!, y!)).toBeGreaterThan(0.85);
    expect(pointsOf('interpolated', [0, 0, 1, 0, 2, 0]).points.every(([, y]) => y === 0)).toBe(true);
  });

  it('of an ellipsoid is none', () => {
    expect(
      linesOf(
        'ellipsoid',
        Array.from({ length: 18 }, (_, index) => index),
        3,
      ),
    ).toEqual([]);
  });
});
