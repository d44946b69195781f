import { describe, expect, it } from 'vitest';
import type { StoredSlice } from '#workers/voxels/types.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import { isOn, measuredOn, placeOf, sliceOf } from './slice-place.ts';

const [COLUMNS, ROWS] = [8, 8];
const picture = {
  frame: { kind: 'grey', columns: COLUMNS, rows: ROWS, samples: Uint16Array.from({ length: 64 }, (_, at) => (at % 8 < 4 ? 10 : 30)) },
  look: { rescaleSlope: -2, rescaleIntercept: 100 },
  scale: { on: 'patient', spacing: [1, 3] },
  unit: 'HU',
  ...{ slice: 0, sop: '2.25.5', frameInFile: 2, facts: {} },
} as unknown as StoredSlice;
const open = { uuid: 'series', gridHash: 'hash', gridSlices: [2, 1, 0], noPlanes: null } as unknown as OpenSeries;
const place = { series: 'series', grid: 'hash', slice: 2, sop: '2.25.5', frame: 2 };

describe('the place of a measurement', () => {
  it('is the number of the slice in the grid, which may run the other way than the slices of the reader [MEAS-01]', () => {
    expect(placeOf(open, 'dcm', picture)).toEqual(place);
    expect(sliceOf(place, open)).toBe(0);
  });

  it('is unknown until all slices are read, and if they never are', () => {
    expect(placeOf({ ...open, gridHash: null }, 'dcm', picture)).toEqual({ why: 'Measuring starts when all slices have been read.' });
    expect(placeOf({ ...open, gridHash: null, noPlanes: 'missing' }, 'dcm', picture)).toMatchObject({ why: /could not be read/ });
    expect(sliceOf(place, { gridHash: null, gridSlices: null })).toBe(2);
  });

  it('is never that of a computed plane, nor of a volume that was converted from the series', () => {
    const { facts: _, ...plane } = picture;
    expect(placeOf(open, 'dcm', plane as StoredSlice)).toEqual({ why: 'Measure on the stored slices.' });
    expect(placeOf(open, 'dcm', { ...picture, sop: '' })).toMatchObject({ why: /only the volume/ });
    expect(placeOf(open, 'nii', { ...picture, sop: '' })).toMatchObject({ sop: '' });
  });

  it('is never on a computed series, whose reason is said [DYN-10]', () => {
    const computed = { ...open, uuid: 'computed:series:adc' };
    expect(placeOf(computed, 'dcm', { ...picture, sop: '' })).toMatchObject({ why: /^Nothing is stored on a computed series/ });
  });

  it('waits for the full resolution of the slice [ANN-55]', () => {
    expect(placeOf(open, 'nii', { ...picture, sop: '', isCoarse: true })).toEqual({
      why: 'Measuring waits for the full resolution of this slice.',
    });
  });

  it('is found by instance and frame', () => {
    expect(isOn(place, 'series', picture)).toBe(true);
    expect(isOn({ ...place, frame: 1 }, 'series', picture)).toBe(false);
    expect(isOn(place, 'other', picture)).toBe(false);
  });
});

it('values are rescaled, also by a negative slope [MEAS-03]', () => {
  const { values, unit } = measuredOn(picture, 'rectangle', [
    [2, 0],
    [5, 3],
  ]);
  expect(values).toEqual({ area: 27, mean: 60, deviation: 20, lowest: 40, highest: 80 });
  expect(unit).toBe('HU');
  expect(measuredOn(picture, 'probe', [[7, 7]]).values).toEqual({ value: 40 });
});

describe('on an image in colour [ANN-77]', () => {
  const colour = {
    ...picture,
    frame: { kind: 'colour', columns: COLUMNS, rows: ROWS, samples: new Uint8Array(192) },
    scale: { on: 'pixels' },
    regions: [{ left: 0, top: 0, right: 3, bottom: 3, spacing: [2, 1] }],
  } as unknown as StoredSlice;
  const area = (right: number) =>
    measuredOn(colour, 'rectangle', [
      [0, 0],
      [right, 3],
    ]);

  it('lengths and areas have the scale of the region that they are in, otherwise of pixels', () => {
    expect(area(3)).toMatchObject({ values: { area: 18 }, scale: 'patient' });
    expect(area(6)).toMatchObject({ values: { area: 18 }, scale: 'pixels' });
  });

  it('there are no values of pixels', () => {
    expect(area(3)).toEqual({ values: { area: 18 }, scale: 'patient', unit: null });
    expect(measuredOn(colour, 'probe', [[1, 1]])).toMatchObject({ values: {}, unit: null });
  });
});
