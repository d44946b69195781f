import { expect, test } from 'vitest';
import { nearestPlane, sliceNormal, slicePositionMm, type Orientation } from './geometry.ts';

test.each<[string, Orientation, string | null]>([
  ['axial', [1, 0, 0, 0, 1, 0], 'axial'],
  ['coronal', [1, 0, 0, 0, 0, -1], 'coronal'],
  ['sagittal', [0, 1, 0, 0, 0, -1], 'sagittal'],
  ['axial, tilted by 20°', [1, 0, 0, 0, 0.94, -0.342], 'axial'],
  ['nothing', [0, 0, 0, 0, 0, 0], null],
  ['twice the same direction', [1, 0, 0, 1, 0, 0], null],
  ['no number', [Number.NaN, 0, 0, 0, 1, 0], null],
])('%s', (_, orientation, plane) => {
  expect(nearestPlane(orientation)).toBe(plane);
});

test('the normal has length 1 and is row x column', () => {
  expect(sliceNormal([1, 0, 0, 0, 1, 0])).toEqual([0, 0, 1]);
  const tilted = sliceNormal([1, 0, 0, 0, 0.9397, -0.342])!;
  expect(Math.hypot(...tilted)).toBeCloseTo(1, 9);
});

test('slices of a tilted stack are their distance apart, not their difference in z', () => {
  const imageOrientationPatient: [number, number, number, number, number, number] = [1, 0, 0, 0, Math.cos(0.4), -Math.sin(0.4)];
  const normal = sliceNormal(imageOrientationPatient)!;
  const at = (mm: number) => slicePositionMm({ imageOrientationPatient, imagePositionPatient: [20, 30 + normal[1] * mm, normal[2] * mm] })!;
  expect(at(4) - at(0)).toBeCloseTo(4, 3);
});
