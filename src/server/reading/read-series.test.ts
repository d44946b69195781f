import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
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
    { position: 2, frames: 4 },
    { position: 0, frames: 3 },
    { position: 1, frames: 2 },
  ]);
  expect(greyOf(read.thumbnail!)).toBe(50);
});
