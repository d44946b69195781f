import { describe, expect, it } from 'vitest';
import { curveTable, windowTable } from './look-table.ts';

const at = (pixels: Uint8Array, index: number): number[] => [...pixels.subarray(4 * index, 4 * index + 4)];

describe('colours of a volume', () => {
  it('a window has greys, and what is faint is nearly transparent [VOL-03]', () => {
    const { pixels, low, high } = windowTable({ center: 40, width: 400 }, { isInverted: false, isHot: false });
    expect([low, high]).toEqual([-160, 240]);
    expect([at(pixels, 0), at(pixels, 51), at(pixels, 255)]).toEqual([
      [0, 0, 0, 0],
      [51, 51, 51, 10],
      [255, 255, 255, 255],
    ]);
  });

  it('the greys can be inverted, or hot iron', () => {
    expect(at(windowTable({ center: 0, width: 2 }, { isInverted: true, isHot: false }).pixels, 0)).toEqual([255, 255, 255, 0]);
    expect(at(windowTable({ center: 0, width: 2 }, { isInverted: false, isHot: true }).pixels, 200)).toEqual([255, 144, 32, 156]);
  });

  it('a curve has its colours and opacities between the ends of the volume, and the last ones beyond its points [VOL-02]', () => {
    const points = [
      { value: 100, color: '#000000', opacity: 0 },
      { value: 200, color: '#FF8000', opacity: 0.5 },
    ];
    const { pixels } = curveTable(points, 0, 1023);
    expect([0, 100, 150, 200, 1023].map((value) => at(pixels, value))).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [128, 64, 0, 64],
      [255, 128, 0, 128],
      [255, 128, 0, 128],
    ]);
  });
});
