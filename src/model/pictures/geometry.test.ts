import { describe, expect, test } from 'vitest';
import { frameOrder, frameVolumes, nearestPlane, sliceNormal, slicePositionMm, type Orientation } from './geometry.ts';

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

test('slices of a tilted stack are separated by their distance, not by their difference in z', () => {
  const imageOrientationPatient: [number, number, number, number, number, number] = [1, 0, 0, 0, Math.cos(0.4), -Math.sin(0.4)];
  const normal = sliceNormal(imageOrientationPatient)!;
  const at = (mm: number) => slicePositionMm({ imageOrientationPatient, imagePositionPatient: [20, 30 + normal[1] * mm, normal[2] * mm] })!;
  expect(at(4) - at(0)).toBeCloseTo(4, 3);
});

describe('frames', () => {
  const axial = (z: number) => ({
    imageOrientationPatient: [1, 0, 0, 0, 1, 0] as [number, number, number, number, number, number],
    imagePositionPatient: [0, 0, z] as [number, number, number],
  });

  test('are sorted by position; those at one position stay in file order', () => {
    expect(frameOrder([axial(5), axial(-5), axial(0), axial(-5)])).toEqual([1, 3, 2, 0]);
  });

  test('that share their positions equally often form volumes in sequence, in any file order', () => {
    const byContrast = [1, 2, 3].flatMap(() => [axial(0), axial(5), axial(10), axial(15)]);
    const byPlace = [0, 5, 10, 15].flatMap((z) => [axial(z), axial(z), axial(z)]);
    expect([frameVolumes(byContrast), frameVolumes(byPlace)]).toEqual([4, 4].map((slices) => ({ slices, volumes: 3 })));
    expect(frameOrder(byContrast)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(frameOrder(byPlace)).toEqual([0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]);
  });

  test('form one volume when no two share a position, or when positions are unknown, and none when they share them unequally', () => {
    expect(frameVolumes([axial(5), axial(-5), axial(0)])).toEqual({ slices: 3, volumes: 1 });
    expect(frameVolumes([{ imageOrientationPatient: null, imagePositionPatient: null }, axial(5)])).toEqual({ slices: 2, volumes: 1 });
    expect(frameVolumes([axial(5), axial(-5), axial(-5)])).toEqual({ slices: 1, volumes: 3 });
  });

  test('stay in file order when one has no position, or another direction', () => {
    expect(frameOrder([axial(5), { imageOrientationPatient: null, imagePositionPatient: null }])).toEqual([0, 1]);
    expect(frameOrder([axial(5), { ...axial(0), imageOrientationPatient: [0, 1, 0, 0, 0, -1] }])).toEqual([0, 1]);
    expect(frameOrder([])).toEqual([]);
  });
});
