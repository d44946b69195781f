import { describe, expect, it } from 'vitest';
import { matrixOf, scaleOf, toCell, toPicture, type Sheet } from './sheet.ts';

/** 100 x 50 pixels that are twice as high as wide: a square of 100 units. */
const SHEET: Sheet = { width: 100, height: 100, pixel: { width: 1, height: 2 } };
const CELL = { width: 400, height: 200 };
const FITTED = { place: { zoom: 1, x: 0, y: 0 }, quarters: 0, isFlipped: false };
const place = (laid: Partial<typeof FITTED>, point: { x: number; y: number }) => {
  const { x, y } = toCell(matrixOf(CELL, SHEET, { ...FITTED, ...laid }), SHEET, point);
  return [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6];
};

describe('a picture in its cell', () => {
  it('is as large as it fits, in its proportions, in the middle', () => {
    expect(scaleOf(CELL, SHEET, FITTED)).toBe(2);
    expect(place({}, { x: -0.5, y: -0.5 })).toEqual([100, 0]);
    expect(place({}, { x: 99.5, y: 49.5 })).toEqual([300, 200]);
  });

  it('turns to the right and is mirrored before it is turned', () => {
    expect(place({ quarters: 1 }, { x: -0.5, y: -0.5 })).toEqual([300, 0]);
    expect(place({ quarters: 2 }, { x: -0.5, y: -0.5 })).toEqual([300, 200]);
    expect(place({ quarters: 3 }, { x: -0.5, y: -0.5 })).toEqual([100, 200]);
    expect(place({ isFlipped: true }, { x: -0.5, y: -0.5 })).toEqual([300, 0]);
    expect(place({ isFlipped: true, quarters: 1 }, { x: -0.5, y: -0.5 })).toEqual([300, 200]);
  });

  it('moves and zooms about the middle of the cell', () => {
    expect(place({ place: { zoom: 2, x: 10, y: -5 } }, { x: 49.5, y: 24.5 })).toEqual([210, 95]);
  });

  it.each([0, 1, 2, 3])('leads back from the cell to the picture after %i quarter turns', (quarters) => {
    const matrix = matrixOf(CELL, SHEET, { place: { zoom: 3.3, x: 17, y: -40 }, quarters, isFlipped: true });
    const { x, y } = toPicture(matrix, SHEET, toCell(matrix, SHEET, { x: 12.25, y: 31 }));
    expect([x, y].map((part) => Number(part.toFixed(9)))).toEqual([12.25, 31]);
  });
});
