import { expect, it } from 'vitest';
import { LIMITS } from './limits.ts';
import { MEASUREMENT_POINTS, SavedMeasurement, type MeasurementKind } from './measurements.ts';

const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
const accepts = (kind: MeasurementKind, points: number): boolean =>
  SavedMeasurement.safeParse({
    ...{ base: 0, device: UUID, series: UUID, grid: '0'.repeat(64), slice: 0, sop: '1.2', frame: 0, kind, text: '' },
    points: Array.from({ length: points }, () => [0.5, 1]),
    measured: { values: {}, scale: 'patient', unit: null },
  }).success;

it('each kind of measurement has its number of points, and no other [MEAS-02]', () => {
  const expected: Record<MeasurementKind, number> = {
    ...{
      length: 2,
      angle: 3,
      ellipse: 2,
      rectangle: 2,
      bidirectional: 4,
      probe: 1,
      arrow: 2,
      point: 1,
      box: 2,
      'key-image': 0,
      freehand: 3,
    },
  };
  expect(Object.keys(MEASUREMENT_POINTS).toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const [kind, points] of Object.entries(expected) as [MeasurementKind, number][]) {
    const most = kind === 'freehand' ? LIMITS.measurementPoints : points;
    expect([kind, accepts(kind, points), accepts(kind, most)]).toEqual([kind, true, true]);
    expect([kind, accepts(kind, points - 1 < 0 ? 1 : points - 1), accepts(kind, most + 1)]).toEqual([kind, false, false]);
  }
});
