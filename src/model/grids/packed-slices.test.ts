import { expect, it } from 'vitest';
import type { DescribedSlice } from './grid.ts';
import { packSlices, unpackSlices } from './packed-slices.ts';

const frame = (n: number): DescribedSlice => ({
  ...{
    sop: '1.2.3',
    frame: n,
    instanceNumber: null,
    rows: 512,
    columns: 512,
    pixelSpacing: [0.5, 0.5],
    frameOfReference: '',
    isMosaic: false,
  },
  imagePositionPatient: n === 2 ? null : [0, 0, n],
  imageOrientationPatient: [1, 0, 0, 0, 1, 0],
});

it('restores every slice, and stores only what differs from the one before', () => {
  const slices = [0, 1, 2, 3].map(frame);
  const packed = packSlices(slices);
  expect(unpackSlices(JSON.parse(JSON.stringify(packed)))).toEqual(slices);
  expect(packed[1]).toEqual({ frame: 1, imagePositionPatient: [0, 0, 1] });
  expect(packed[2]).toEqual({ frame: 2, imagePositionPatient: null });
  expect(unpackSlices(packSlices([]))).toEqual([]);
});
