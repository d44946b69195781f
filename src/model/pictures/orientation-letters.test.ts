import { expect, test } from 'vitest';
import { orientationLetters } from './orientation-letters.ts';

const sides = (letters: ReturnType<typeof orientationLetters>) =>
  letters && [letters.left, letters.top, letters.right, letters.bottom].join(' ');

test.each([
  ['axial', [1, 0, 0, 0, 1, 0], 'R A L P'],
  ['axial, head first prone', [-1, 0, 0, 0, -1, 0], 'L P R A'],
  ['coronal', [1, 0, 0, 0, 0, -1], 'R H L F'],
  ['sagittal', [0, 1, 0, 0, 0, -1], 'A H P F'],
  ['coronal turned by 30°', [0.866, 0.5, 0, 0, 0, -1], 'RA H LP F'],
  ['axial tipped by 46°', [1, 0, 0, 0, 0.695, -0.719], 'R HA L FP'],
  ['axial tipped by 10°', [1, 0, 0, 0, 0.985, -0.174], 'R A L P'],
] as const)('%s', (_, orientation, expected) => {
  expect(sides(orientationLetters(orientation))).toBe(expected);
});

test('there are none when the orientation is unknown or invalid', () => {
  expect(orientationLetters(null)).toBeNull();
  expect(orientationLetters([0, 0, 0, 0, 0, 0])).toBeNull();
});
