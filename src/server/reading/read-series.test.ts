import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { readSeries } from './read-series.ts';

/** One frame for each grey level, with a single value. */
function clip(instanceNumber: number, greys: readonly number[]) {
  const bytes = smallFile({
    Modality: 'US',
    SOPInstanceUID: `2.25.${instanceNumber}`,
    InstanceNumber: instanceNumber,
    NumberOfFrames: greys.length,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    WindowCenter: '128',
    WindowWidth: '256',
    PixelData: new Uint8Array(greys.flatMap((grey) => Array.from({ length: 16 }, () => grey))),
  });
  return createMemorySource(bytes);
}

/** Grey of the first pixel, after the filter byte of its row. */
function greyOf(png: Uint8Array): number {
  const at = Buffer.from(png).indexOf('IDAT');
  const length = Buffer.from(png).readUInt32BE(at - 4);
  return inflateSync(png.subarray(at + 4, at + 4 + length))[1]!;
}

test('a series of several clips has all their frames, and its thumbnail is the middle one', async () => {
  const read = await readSeries(
    { type: 'dcm', files: [clip(3, [60, 70, 80, 90]), clip(1, [10, 20, 30]), clip(2, [40, 50])] },
    createNodeCodecs(),
  );
  expect(read.facts).toMatchObject({ slices: 9, frames: 4 });
  expect(read.places).toEqual([
    { position: 2, frames: 4, sop: '2.25.3' },
    { position: 0, frames: 3, sop: '2.25.1' },
    { position: 1, frames: 2, sop: '2.25.2' },
  ]);
  expect(greyOf(read.thumbnail!)).toBe(50);
  expect(read.quality).toMatchObject({ images: 9, expectedImages: null });
});

const AXIAL = [1, 0, 0, 0, 1, 0];

test('the grid of a series names the file and frame behind each slice, in space', async () => {
  const slice = (number: number, z: number) =>
    createMemorySource(
      smallFile({
        ...{ SOPInstanceUID: `2.25.${number}`, InstanceNumber: number, FrameOfReferenceUID: '2.25.9', PixelSpacing: [0.5, 0.75] },
        ...{ ImagePositionPatient: [1, 2, z], ImageOrientationPatient: AXIAL },
      }),
    );
  const { grid } = await readSeries({ type: 'dcm', files: [slice(1, 6), slice(2, 3), slice(3, 0)] }, createNodeCodecs());
  expect(grid).toMatchObject({
    planes: [{ columns: 4, rows: 4, spacing: [0.75, 0.5], orientation: AXIAL, frameOfReference: '2.25.9' }],
    slices: [
      { sop: '2.25.3', frame: 0, position: [1, 2, 0] },
      { sop: '2.25.2', frame: 0, position: [1, 2, 3] },
      { sop: '2.25.1', frame: 0, position: [1, 2, 6] },
    ],
    ...{ step: [0, 0, 3], noVolume: null },
  });
});

test('the grid of an enhanced image has the positions of its frames', async () => {
  const frame = (z: number) => elements({ PlanePositionSequence: { items: [elements({ ImagePositionPatient: [0, 0, z] })] } });
  const shared = elements({
    PlaneOrientationSequence: { items: [elements({ ImageOrientationPatient: AXIAL })] },
    PixelMeasuresSequence: { items: [elements({ PixelSpacing: [1, 1] })] },
  });
  const image = smallFile({
    ...{ SOPInstanceUID: '2.25.5', NumberOfFrames: 3, PixelData: new Uint8Array(96) },
    SharedFunctionalGroupsSequence: { items: [shared] },
    PerFrameFunctionalGroupsSequence: { items: [frame(20), frame(0), frame(10)] },
  });
  const { grid } = await readSeries({ type: 'dcm', files: [createMemorySource(image)] }, createNodeCodecs());
  expect(grid).toMatchObject({
    slices: [1, 2, 0].map((place, index) => ({ sop: '2.25.5', frame: place, position: [0, 0, index * 10] })),
    ...{ step: [0, 0, 10], noVolume: null },
  });
});

test('the grid of a NIfTI is that of its header, and a file without positions makes no volume', async () => {
  const volume = writeNifti({
    dims: [4, 5, 3],
    pixdim: [1, 1, 2],
    sform: [
      [1, 0, 0, 10],
      [0, 1, 0, 20],
      [0, 0, 2, 30],
    ],
  });
  const { grid } = await readSeries({ type: 'nii', files: [createMemorySource(volume)] }, createNodeCodecs());
  expect(grid).toMatchObject({ planes: [{ columns: 4, rows: 5 }], noVolume: null, step: [0, 0, 2] });
  expect(grid?.slices.map(({ sop, frame }) => [sop, frame])).toEqual([0, 1, 2].map((frame) => ['', frame]));
  const film = await readSeries({ type: 'dcm', files: [clip(1, [1, 2, 3])] }, createNodeCodecs());
  expect(film.grid).toMatchObject({ noVolume: 'no-position', slices: [{}, {}, {}] });
});
