import { describe, expect, it } from 'vitest';
import { Measured, MEASUREMENT_POINTS, type MeasurementKind, type PixelPoint } from '#contract/measurements.ts';
import { measured, unitOf, type MeasuredSlice, type SlicePixels } from './measured.ts';
import type { SliceScale } from './slice-scale.ts';

/** Columns are 0.5 mm apart, rows 2 mm. */
const FLAT: SliceScale = { on: 'patient', spacing: [0.5, 2] };
const PIXELS_ONLY: SliceScale = { on: 'pixels' };
/** 8 x 6; the value of a pixel is its number. */
const PIXELS: SlicePixels = { columns: 8, rows: 6, values: Float32Array.from({ length: 48 }, (_, at) => at), unit: 'HU' };

const slice = (scale: SliceScale, pixels: SlicePixels | null = PIXELS): MeasuredSlice => ({ scale, pixels });
const valuesOf = (kind: MeasurementKind, points: readonly PixelPoint[], scale: SliceScale, pixels: SlicePixels | null = PIXELS) =>
  measured(kind, points, slice(scale, pixels)).values;

describe('measured with pixels that are not square', () => {
  it('a length is that in mm [MEAS-03]', () => {
    // 6 columns are 3 mm, 2 rows are 4 mm.
    const ends: PixelPoint[] = [
      [1, 1],
      [7, 3],
    ];
    expect(valuesOf('length', ends, FLAT)).toEqual({ length: 5 });
    expect(valuesOf('length', ends, PIXELS_ONLY)).toEqual({ length: Math.sqrt(40) });
    expect(measured('length', ends, slice({ ...FLAT, on: 'detector' }))).toEqual({ values: { length: 5 }, scale: 'detector', unit: null });
  });

  it('an angle is that of the true directions [MEAS-03]', () => {
    const corner: PixelPoint = [2, 2];
    // 4 columns to the right and 1 row down are 2 mm each: 45 degrees, which the pixels alone would call 14.
    expect(valuesOf('angle', [[6, 2], corner, [6, 3]], FLAT).angle).toBeCloseTo(45, 12);
    expect(valuesOf('angle', [[6, 2], corner, [6, 3]], PIXELS_ONLY).angle).toBeCloseTo(14.036, 3);
    expect(valuesOf('angle', [[6, 3], corner, [6, 2]], FLAT).angle).toBeCloseTo(45, 12);
    expect(valuesOf('angle', [[6, 2], corner, [2, 0]], FLAT).angle).toBeCloseTo(90, 12);
    expect(valuesOf('angle', [[6, 2], corner, [-1, 2]], FLAT).angle).toBeCloseTo(180, 12);
    expect(valuesOf('angle', [[6, 2], corner, [-2, 3]], FLAT).angle).toBeCloseTo(135, 12);
    expect(valuesOf('angle', [corner, corner, [6, 2]], FLAT)).toEqual({});
  });

  it('two diameters are the long and the short one, whichever was drawn first [MEAS-03]', () => {
    const [across, down]: PixelPoint[][] = [
      [
        [0, 3],
        [6, 3],
      ],
      [
        [3, 1],
        [3, 5],
      ],
    ];
    // 6 columns are 3 mm, 4 rows are 8 mm.
    expect(valuesOf('bidirectional', [...across!, ...down!], FLAT)).toEqual({ longAxis: 8, shortAxis: 3 });
    expect(valuesOf('bidirectional', [...down!, ...across!], FLAT)).toEqual({ longAxis: 8, shortAxis: 3 });
  });

  it('an ellipse has the area of its box in mm², and the values of the pixels in it [MEAS-03]', () => {
    const box: PixelPoint[] = [
      [5, 1],
      [1, 3],
    ];
    // Half axes of 2 columns (1 mm) and 1 row (2 mm). Pixels 11, 17 to 21, 27.
    const found = measured('ellipse', box, slice(FLAT));
    expect(found).toMatchObject({ scale: 'patient', unit: 'HU', values: { mean: 19, lowest: 11, highest: 27 } });
    expect(found.values.area).toBeCloseTo(2 * Math.PI, 12);
    expect(found.values.deviation).toBeCloseTo(Math.sqrt((64 + 4 + 1 + 0 + 1 + 4 + 64) / 7), 12);
  });

  it('a rectangle and an outline have area and values as well [MEAS-03]', () => {
    const corners: PixelPoint[] = [
      [0, 0],
      [3, 0],
    ];
    expect(valuesOf('rectangle', corners, FLAT)).toEqual({ area: 0, mean: 1.5, deviation: Math.sqrt(1.25), lowest: 0, highest: 3 });
    const triangle: PixelPoint[] = [
      [-0.5, -0.5],
      [3.5, -0.5],
      [-0.5, 3.5],
    ];
    // 8 square pixels of 1 mm².
    expect(valuesOf('freehand', triangle, FLAT)).toMatchObject({ area: 8, lowest: 0, highest: 24 });
    expect(valuesOf('freehand', triangle, PIXELS_ONLY)).toMatchObject({ area: 8 });
  });
});

describe('the values of the pixels', () => {
  const box: PixelPoint[] = [
    [0, 0],
    [2, 2],
  ];

  it('are missing without the pixels, outside the picture and where there is no value', () => {
    expect(measured('rectangle', box, slice(PIXELS_ONLY, null))).toEqual({ values: { area: 4 }, scale: 'pixels', unit: null });
    expect(
      valuesOf(
        'rectangle',
        [
          [20, 20],
          [30, 30],
        ],
        PIXELS_ONLY,
      ),
    ).toEqual({ area: 100 });
    const holes = { ...PIXELS, values: new Float32Array(48).fill(Number.NaN) };
    expect(valuesOf('probe', [[3, 3]], FLAT, holes)).toEqual({});
  });

  it('of a probe is that of the pixel in which it lies', () => {
    expect(measured('probe', [[2.4, 1.6]], slice(FLAT))).toEqual({ values: { value: 18 }, scale: 'patient', unit: 'HU' });
    for (const outside of [
      [-0.6, 0],
      [7.6, 0],
      [0, 5.6],
    ] as const)
      expect(valuesOf('probe', [outside], FLAT)).toEqual({});
    expect(valuesOf('probe', [[2, 2]], FLAT, null)).toEqual({});
  });
});

it('marks have no values, and nothing has values before all its points are set', () => {
  for (const kind of Object.keys(MEASUREMENT_POINTS) as MeasurementKind[]) {
    const [least] = MEASUREMENT_POINTS[kind];
    const points = Array.from({ length: least }, (_, index): PixelPoint => [index, index * index]);
    const found = measured(kind, points, slice(FLAT));
    expect(Measured.parse(found)).toEqual(found);
    if (['arrow', 'point', 'box', 'key-image'].includes(kind)) expect([kind, found.values]).toEqual([kind, {}]);
    else expect([kind, Object.keys(found.values).length > 0]).toEqual([kind, true]);
    if (least > 0) expect([kind, measured(kind, points.slice(1), slice(FLAT)).values]).toEqual([kind, {}]);
  }
});

it('units are mm or pixels, and pixels have the unit of the file', () => {
  const onPatient = measured(
    'ellipse',
    [
      [0, 0],
      [2, 2],
    ],
    slice(FLAT),
  );
  expect((['length', 'area', 'angle', 'mean'] as const).map((name) => unitOf(name, onPatient))).toEqual(['mm', 'mm2', 'deg', 'HU']);
  expect((['shortAxis', 'area'] as const).map((name) => unitOf(name, { scale: 'pixels', unit: null }))).toEqual(['px', 'px2']);
  expect(unitOf('value', { scale: 'pixels', unit: null })).toBe(null);
});
