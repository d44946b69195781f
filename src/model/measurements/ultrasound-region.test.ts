import { expect, it } from 'vitest';
import type { SliceScale } from './slice-scale.ts';
import { scaleAt, type UltrasoundRegion } from './ultrasound-region.ts';

const TISSUE: UltrasoundRegion = { left: 10, top: 10, right: 109, bottom: 89, spacing: [0.5, 0.25] };
const ZOOMED: UltrasoundRegion = { left: 20, top: 20, right: 39, bottom: 39, spacing: [0.1, 0.1] };
const SPECTRUM: UltrasoundRegion = { left: 10, top: 100, right: 109, bottom: 150, spacing: null };
const REGIONS = [TISSUE, ZOOMED, SPECTRUM];
const PIXELS: SliceScale = { on: 'pixels' };
const SPACING: SliceScale = { on: 'patient', spacing: [1, 1] };

it.each<[string, [number, number][], SliceScale, SliceScale]>([
  [
    'in a region have its scale',
    [
      [15, 15],
      [100, 80],
    ],
    PIXELS,
    { on: 'patient', spacing: [0.5, 0.25] },
  ],
  [
    'on its border too',
    [
      [9.5, 9.5],
      [109.5, 89.5],
    ],
    PIXELS,
    { on: 'patient', spacing: [0.5, 0.25] },
  ],
  [
    'in a region within another have the inner scale',
    [
      [25, 25],
      [35, 35],
    ],
    PIXELS,
    { on: 'patient', spacing: [0.1, 0.1] },
  ],
  [
    'in a spectrum are in pixels, whatever the image says',
    [
      [15, 110],
      [80, 140],
    ],
    SPACING,
    PIXELS,
  ],
  [
    'in two regions have the scale of the image',
    [
      [15, 15],
      [80, 140],
    ],
    SPACING,
    SPACING,
  ],
  [
    'outside of all are in pixels if the image has no scale',
    [
      [0, 0],
      [5, 5],
    ],
    PIXELS,
    PIXELS,
  ],
])('points %s [ANN-77]', (_, points, scale, expected) => {
  expect(scaleAt(points, scale, REGIONS)).toEqual(expected);
});

it('an image without regions has its own scale', () => {
  expect(scaleAt([[1, 1]], SPACING)).toEqual(SPACING);
});
