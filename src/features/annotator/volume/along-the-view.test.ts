import { describe, expect, it } from 'vitest';
import { lineAsPlane, seenAlong, uncutPart, type ViewLine } from './along-the-view.ts';

const line: ViewLine = { from: [10, -50, 5], direction: [0, 1, 0], mm: 100 };
/** Opacity of 1 mm: none below 100, all of it from 200. */
const table = { pixels: new Uint8Array([0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 0, 255]), low: 100, high: 200 };

describe('what is seen of a volume at a point [VOL-06]', () => {
  it('is the largest value along the view', () => {
    const max = { show: 'max', table, density: 1, stepMm: 1 } as const;
    expect(seenAlong([Number.NaN, 3, 7, 7, 2, Number.NaN], max)).toBe(2);
    expect(seenAlong([Number.NaN, Number.NaN], max)).toBe(-1);
  });

  it('is where half of the light is stopped, which a higher density brings nearer', () => {
    const rendered = { show: 'rendered', table, density: 1, stepMm: 0.5 } as const;
    expect(seenAlong([0, 120, 150, 150, 150, 200], rendered)).toBe(3);
    expect(seenAlong([0, 120, 150, 150, 150, 200], { ...rendered, density: 2 })).toBe(2);
    expect(seenAlong([0, 0, 0], rendered)).toBe(-1);
  });

  it('is not what was cut away', () => {
    expect(uncutPart(line, null)).toBe(line);
    expect(uncutPart(line, { normal: [0, 1, 0], offsetMm: -20 })).toEqual({ from: [10, -20, 5], direction: [0, 1, 0], mm: 70 });
    expect(uncutPart(line, { normal: [0, -1, 0], offsetMm: 20 })).toEqual({ ...line, mm: 30 });
    expect(uncutPart(line, { normal: [0, 1, 0], offsetMm: 80 })).toBeNull();
    expect(uncutPart(line, { normal: [1, 0, 0], offsetMm: 11 })).toBeNull();
    expect(uncutPart(line, { normal: [1, 0, 0], offsetMm: 9 })).toBe(line);
  });

  it('is read as a picture of one row', () => {
    expect(lineAsPlane(line, 0.5)).toEqual({ width: 200, height: 1, origin: [10, -50, 5], right: [0, 0.5, 0], below: [1, 0, 0] });
  });
});
