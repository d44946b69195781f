import { describe, expect, it } from 'vitest';
import { regionArea, regionValues, type Region } from './region-values.ts';

/** 8 x 6; the value of a pixel is its number. */
const VALUES = Float32Array.from({ length: 48 }, (_, at) => at);
const valuesOf = (region: Region) => regionValues(VALUES, 8, 6, region);

/** The pixels of a region, by asking each one alone. */
function pixelsOf(region: Region): number[] {
  return [...VALUES].filter((number) => {
    const only = new Float32Array(48).fill(Number.NaN);
    only[number] = 1;
    return regionValues(only, 8, 6, region) !== null;
  });
}

describe('values of a region', () => {
  it('are those of the pixels whose centre lies in it or on its edge', () => {
    expect(pixelsOf({ shape: 'rectangle', left: 1, top: 1, right: 2.9, bottom: 2 })).toEqual([9, 10, 17, 18]);
    expect(pixelsOf({ shape: 'rectangle', left: 2.9, top: 2, right: 1, bottom: 1 })).toEqual([9, 10, 17, 18]);
    expect(pixelsOf({ shape: 'ellipse', x: 3, y: 2, radiusX: 2, radiusY: 1 })).toEqual([11, 17, 18, 19, 20, 21, 27]);
    expect(
      pixelsOf({
        shape: 'polygon',
        points: [
          [0.5, 0.5],
          [3.5, 0.5],
          [3.5, 3.5],
          [0.5, 3.5],
        ],
      }),
    ).toEqual([9, 10, 11, 17, 18, 19, 25, 26, 27]);
  });

  it('of an outline that crosses itself are those inside an odd number of turns', () => {
    // A bow tie: nothing between its two halves.
    const bowTie: Region = {
      shape: 'polygon',
      points: [
        [0.5, 0.4],
        [6.5, 4.6],
        [6.5, 0.4],
        [0.5, 4.6],
      ],
    };
    expect(pixelsOf(bowTie).map((number) => number % 8)).not.toContain(7);
    expect(pixelsOf(bowTie)).toEqual(expect.arrayContaining([17, 22]));
    expect(pixelsOf(bowTie)).not.toContain(12);
  });

  it('have mean, deviation, lowest and highest', () => {
    expect(valuesOf({ shape: 'rectangle', left: 0, top: 0, right: 3, bottom: 0 })).toEqual({
      count: 4,
      mean: 1.5,
      deviation: Math.sqrt(1.25),
      lowest: 0,
      highest: 3,
    });
  });

  it('have an exact deviation far from zero', () => {
    const far = Float64Array.from([1e9, 1e9 + 1, 1e9 + 2]);
    expect(regionValues(far, 3, 1, { shape: 'rectangle', left: 0, top: 0, right: 2, bottom: 0 })?.deviation).toBeCloseTo(
      Math.sqrt(2 / 3),
      9,
    );
  });

  it('leave out what has no value, and end at the edge of the picture', () => {
    const holes = Float32Array.from([Number.NaN, 5, 7, Number.NaN]);
    expect(regionValues(holes, 2, 2, { shape: 'rectangle', left: -9, top: -9, right: 9, bottom: 9 })).toMatchObject({ count: 2, mean: 6 });
    expect(valuesOf({ shape: 'rectangle', left: 20, top: 20, right: 30, bottom: 30 })).toBeNull();
    expect(valuesOf({ shape: 'ellipse', x: 3.5, y: 2.5, radiusX: 0.2, radiusY: 0.2 })).toBeNull();
  });
});

it('areas of regions, in square pixels', () => {
  expect(regionArea({ shape: 'rectangle', left: 3, top: 1, right: 1, bottom: 4 })).toBe(6);
  expect(regionArea({ shape: 'ellipse', x: 0, y: 0, radiusX: 2, radiusY: 3 })).toBeCloseTo(18.8496, 4);
  expect(
    regionArea({
      shape: 'polygon',
      points: [
        [0, 0],
        [4, 0],
        [0, 3],
      ],
    }),
  ).toBe(6);
});
