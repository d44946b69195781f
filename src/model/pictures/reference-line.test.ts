import { describe, expect, it } from 'vitest';
import type { ImagePlane } from './image-plane.ts';
import { referenceLine } from './reference-line.ts';

/** 11 x 11 pixels of 1 mm in the axial plane at height 0, the first at 0. */
const AXIAL: ImagePlane = { width: 11, height: 11, origin: [0, 0, 0], right: [1, 0, 0], below: [0, 1, 0] };
/** Its rows run from left to right, its columns from head to feet: from 8 mm above the axial plane to 2 mm below it. */
const coronal = (y: number, top = 8): ImagePlane => ({ width: 6, height: 11, origin: [2, y, top], right: [1, 0, 0], below: [0, 0, -1] });

const rounded = (line: ReturnType<typeof referenceLine>) =>
  line && [line.from, line.to].map(({ x, y }) => [Number(x.toFixed(6)), Number(y.toFixed(6))]).toSorted(([a = 0], [b = 0]) => a - b);

describe('the line in which another picture cuts this one', () => {
  it('reaches to the outer edges of the other', () => {
    expect(rounded(referenceLine(AXIAL, coronal(3)))).toEqual([
      [1.5, 3],
      [7.5, 3],
    ]);
  });

  it('is drawn in pixels of this one', () => {
    const finer: ImagePlane = { ...AXIAL, right: [0.5, 0, 0], below: [0, 0.5, 0] };
    expect(rounded(referenceLine(finer, coronal(3)))).toEqual([
      [3, 6],
      [15, 6],
    ]);
  });

  it('of an oblique one is oblique', () => {
    const turned: ImagePlane = { ...coronal(0), right: [Math.SQRT1_2, Math.SQRT1_2, 0] };
    const [[left, top] = [], [right, bottom] = []] = rounded(referenceLine(AXIAL, turned))!;
    expect((bottom! - top!) / (right! - left!)).toBeCloseTo(1, 6);
  });

  it('is none for a parallel one, and for one that ends before this plane', () => {
    expect(referenceLine(AXIAL, { ...AXIAL, origin: [0, 0, 5] })).toBeNull();
    expect(referenceLine(AXIAL, AXIAL)).toBeNull();
    expect(referenceLine(AXIAL, coronal(3, 30))).toBeNull();
  });
});
