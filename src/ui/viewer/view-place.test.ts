import { describe, expect, it } from 'vitest';
import { FITTED, kept, pictureBox, pictureScale, zoomedAt } from './view-place.ts';

const cell = { width: 400, height: 300 };
const square = { cell, picture: { width: 100, height: 100, pixelAspect: 1 } };

describe('an image in its cell', () => {
  it('fits, with its proportions in millimetres', () => {
    expect(pictureBox(square, FITTED)).toEqual({ left: 50, top: 0, width: 300, height: 300 });
    const oblong = { cell, picture: { width: 100, height: 50, pixelAspect: 2 } };
    expect(pictureBox(oblong, FITTED)).toEqual({ left: 50, top: 0, width: 300, height: 300 });
    expect(pictureScale(oblong, FITTED)).toBe(3);
  });

  it('keeps the point under the pointer while it is zoomed', () => {
    const point = { x: 60, y: -20 };
    const zoomed = zoomedAt({ zoom: 1.5, x: 10, y: 5 }, 2, point);
    expect(zoomed.zoom).toBe(3);
    const under = (place: typeof FITTED) => [(point.x - place.x) / place.zoom, (point.y - place.y) / place.zoom];
    const [before, after] = [under({ zoom: 1.5, x: 10, y: 5 }), under(zoomed)];
    after.forEach((value, axis) => expect(value).toBeCloseTo(before[axis]!, 9));
  });

  it('is zoomed within limits, and never leaves the cell', () => {
    expect(zoomedAt(FITTED, 1000, { x: 9, y: 9 }).zoom).toBe(32);
    expect(zoomedAt(FITTED, 0.001, { x: 9, y: 9 }).zoom).toBe(0.5);
    expect(kept({ zoom: 2, x: 5000, y: -5000 }, square)).toEqual({ zoom: 2, x: 300, y: -300 });
  });
});
