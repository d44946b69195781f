import { deflateSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { deflatedFile, smallFile } from '#tests/fixtures/dicom-file.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { inflateDataSet } from './inflate-data-set.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';

describe('a deflated data set', () => {
  test('is described and drawn like the same one without deflation', async () => {
    const plain = await readDicomHeader(createMemorySource(smallFile()));
    const deflated = await readDicomHeader(createMemorySource(deflatedFile()));
    if (!plain.ok || !deflated.ok) throw new Error('not read');
    expect({ ...deflated.description, pixelData: null }).toEqual({
      ...plain.description,
      transferSyntaxUid: TRANSFER_SYNTAX.deflated,
      pixelData: null,
    });
    expect(await decodeFrame(deflated.source, deflated.description, 0)).toEqual(await decodeFrame(plain.source, plain.description, 0));
  });

  test('may be longer than the first read', async () => {
    const pixels = Uint8Array.from({ length: 500_000 }, (_, at) => (at * at) >> 3);
    const read = await readDicomHeader(createMemorySource(deflatedFile({ Rows: 500, Columns: 500, PixelData: pixels })));
    if (!read.ok) throw new Error(read.detail);
    const { offset, length } = read.description.pixelData!;
    expect(Buffer.compare(await read.source.read(offset, length), pixels)).toBe(0);
    expect(Buffer.compare(await read.source.read(offset + 300_001, 70_000), pixels.subarray(300_001, 370_001))).toBe(0);
  });

  test('that is not actually deflated is read as it is', async () => {
    const read = await readDicomHeader(createMemorySource(smallFile({}, { transferSyntaxUid: TRANSFER_SYNTAX.deflated })));
    expect(read.ok && read.description.transferSyntaxUid).toBe(TRANSFER_SYNTAX.explicitLittleEndian);
  });

  test('that is truncated anywhere is refused by name', async () => {
    const bytes = deflatedFile({ PixelData: Uint8Array.from({ length: 32 }, (_, at) => at * 7) });
    for (let length = 132; length < bytes.length; length += 1) {
      const read = await readDicomHeader(createMemorySource(bytes.subarray(0, length)));
      expect(read.ok ? 'read' : read.why, `cut at ${length}`).toBe('cut-off');
    }
  });

  test('with a damaged stream is refused by name', async () => {
    const bytes = deflatedFile();
    // A block of the third type, which does not exist (RFC 1951 3.2.3).
    bytes[144 + new DataView(bytes.buffer).getUint32(140, true)] = 0b111;
    expect(await readDicomHeader(createMemorySource(bytes))).toMatchObject({ ok: false, why: 'unsupported', detail: 'damaged' });
  });

  test('that inflates too far is refused as soon as it exceeds its limit', async () => {
    const bomb = new Uint8Array(300_000);
    bomb.set(deflateSync(new Uint8Array(8_000_000), { level: 1 }));
    let furthest = 0;
    const source = createMemorySource(bomb);
    const watched = { size: source.size, read: (at: number, length: number) => ((furthest = at + length), source.read(at, length)) };
    expect(await inflateDataSet(watched, 0, 4_000_000)).toEqual({ ok: false, why: 'unsupported', detail: 'inflates-too-far' });
    expect(furthest).toBeLessThan(bomb.length);
  });
});
