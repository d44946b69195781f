import { expect, test } from 'vitest';
import { fullestSlice, labelsOnPlane } from './labels-on-plane.ts';

/** 3 x 2 x 2 voxels of 1 x 1 x 2 mm, with their rows from the last to the first, as converters write them. */
const space = {
  size: [3, 2, 2] as [number, number, number],
  origin: [10, 21, 30] as [number, number, number],
  steps: [
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, 2],
  ] as [[number, number, number], [number, number, number], [number, number, number]],
};
const labels = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);

test('each pixel of a slice has the label at its place in the patient', () => {
  const plane = { width: 3, height: 2, origin: [10, 20, 30], right: [1, 0, 0], below: [0, 1, 0] } as const;
  expect([...labelsOnPlane({ space, labels }, plane)]).toEqual([4, 5, 6, 1, 2, 3]);
});

test('a reformatted plane crosses the slices, and there is nothing beyond the volume', () => {
  const plane = { width: 4, height: 2, origin: [10, 21, 30], right: [1, 0, 0], below: [0, 0, 2] } as const;
  expect([...labelsOnPlane({ space, labels }, plane)]).toEqual([1, 2, 3, 0, 7, 8, 9, 0]);
});

test('the fullest slice of a label is found in the patient', () => {
  const map = { space, labels: Uint8Array.from([0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]) };
  expect(fullestSlice(map, 1)).toEqual([11.5, 20, 32]);
  expect(fullestSlice(map, 2)).toBeNull();
});
