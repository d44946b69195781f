import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deflatedFile } from '#tests/fixtures/dicom-file.ts';
import { inflateDataset } from './inflate-dataset.ts';

/** The file with this many zeros as its data set. */
function withZeros(bytes: number): Uint8Array {
  const file = deflatedFile();
  const metaEnd = 144 + new DataView(file.buffer, file.byteOffset).getUint32(140, true);
  return Uint8Array.from(Buffer.concat([file.subarray(0, metaEnd), deflateRawSync(new Uint8Array(bytes))]));
}

test('a deflated data set is inflated within the free space and its own limit', () => {
  const room = 1_500_000_000;
  expect(inflateDataset(withZeros(1_000_000), room).length).toBeGreaterThan(1_000_000);
  expect(() => inflateDataset(withZeros(1_000_000), 900_000)).toThrow(RangeError);
  expect(() => inflateDataset(withZeros(80_000_000), room)).toThrow(RangeError);
});
