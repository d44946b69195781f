import { expect, it } from 'vitest';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { hashOfValues } from './hash-of-values.ts';

it('depends on the values, size and type of a volume, and on nothing else of its header [QIN-09]', () => {
  const file = { dims: [2, 2, 2], pixdim: [1, 1, 1], voxel: (index: number) => index };
  const hash = hashOfValues(writeNifti(file));
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOfValues(writeNifti({ ...file, pixdim: [2, 2, 3], description: 'another time', slope: 2, voxelOffset: 400 }))).toBe(hash);
  const others = [{ voxel: (index: number) => index + 1 }, { dims: [4, 2, 1] }, { datatype: 512 }, { isLittleEndian: false }];
  expect(new Set([hash, ...others.map((more) => hashOfValues(writeNifti({ ...file, ...more })))]).size).toBe(5);
  // In a part of a larger buffer.
  const bytes = writeNifti(file);
  const shifted = new Uint8Array(bytes.length + 7);
  shifted.set(bytes, 7);
  expect(hashOfValues(shifted.subarray(7))).toBe(hash);
});

it('is none for an image of one value, and for what is no volume', () => {
  expect(hashOfValues(writeNifti({ dims: [2, 2, 2], voxel: () => 258 }))).toBe(null);
  expect(hashOfValues(Uint8Array.of(1, 2, 3))).toBe(null);
});
