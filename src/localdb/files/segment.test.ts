import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { LocalDb } from '#localdb/schema.ts';
import { createSegment, readSegment, readSegmentRanges, segmentBytesFor, SEGMENT_BYTES, UNIT_BYTES } from './segment.ts';

let device: DeviceKey;
beforeAll(async () => {
  device = await openDeviceKey(new LocalDb(9002));
});

const pattern = (length: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length }, (_, n) => (n * 7 + (n >> 8)) & 0xff);

describe('a segment', () => {
  it.each([
    ['inside one unit', 1000, 50, 400],
    ['across two units', 3 * UNIT_BYTES, UNIT_BYTES - 10, 20],
    ['over whole units', 4 * UNIT_BYTES + 5, 100, 3 * UNIT_BYTES],
    ['up to the last byte', 2 * UNIT_BYTES + 1, 2 * UNIT_BYTES, 1],
    ['nothing', 10, 10, 0],
  ])('returns a range %s', async (_, size, offset, length) => {
    const plain = pattern(size);
    const row = await createSegment(device, 'u', plain);
    expect(await readSegment(device, row, offset, length)).toEqual(plain.subarray(offset, offset + length));
  });

  it('decrypts each unit once, however many ranges are in it', async () => {
    const plain = pattern(6 * UNIT_BYTES);
    const row = await createSegment(device, 'u', plain);
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
    const ranges = [
      { offset: 5 * UNIT_BYTES, length: 10 },
      { offset: 0, length: 1.5 * UNIT_BYTES },
      { offset: 1.5 * UNIT_BYTES, length: UNIT_BYTES },
      { offset: 70, length: 0 },
    ];
    const read = await readSegmentRanges(device, row, ranges);
    expect(read).toEqual(ranges.map(({ offset, length }) => plain.subarray(offset, offset + length)));
    expect(decrypt).toHaveBeenCalledTimes(4);
  });

  it('refuses a range outside of it', async () => {
    const row = await createSegment(device, 'u', pattern(100));
    await expect(readSegment(device, row, 50, 51)).rejects.toThrow(RangeError);
  });

  it('contains none of its bytes in plain text', async () => {
    const row = await createSegment(device, 'u', new TextEncoder().encode('CANARY'.repeat(1000)));
    expect(new TextDecoder('latin1').decode(await (row.bytes as Blob).arrayBuffer())).not.toContain('CANARY');
  });

  it.each([
    ['a flipped bit', (bytes: Uint8Array) => void (bytes[UNIT_BYTES + 100]! ^= 1)],
    [
      'two swapped units',
      (bytes: Uint8Array) => {
        const unit = UNIT_BYTES + 16;
        const first = bytes.slice(0, unit);
        bytes.copyWithin(0, unit, 2 * unit);
        bytes.set(first, unit);
      },
    ],
  ])('detects %s', async (_, change) => {
    const row = await createSegment(device, 'u', pattern(2 * UNIT_BYTES));
    const bytes = new Uint8Array(await (row.bytes as Blob).arrayBuffer());
    change(bytes);
    await expect(readSegment(device, { ...row, bytes: bytes.buffer }, 0, 2 * UNIT_BYTES)).rejects.toThrow();
  });

  it('cannot be used in place of another', async () => {
    const row = await createSegment(device, 'u', pattern(100));
    await expect(readSegment(device, { ...row, id: crypto.randomUUID() }, 0, 100)).rejects.toThrow();
  });
});

it('starts with small segments, so that the first file is stored early', () => {
  expect([0, 1, 2, 3, 4].map(segmentBytesFor)).toEqual([1, 2, 4, 8, 8].map((mib) => mib * 1024 * 1024));
  expect(segmentBytesFor(500)).toBe(SEGMENT_BYTES);
});
