import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { repeated, smallFile } from '#tests/fixtures/dicom-file.ts';
import { readElementTree } from './elements/element-tree.ts';
import { readDicomHeader } from './header/read-header.ts';
import { HEADER_LIMITS } from './limits.ts';

const read = (bytes: Uint8Array) => readDicomHeader(createMemorySource(bytes));

describe('a file of far too many elements', () => {
  test('a million empty elements are refused', async () => {
    const bytes = afterHeader(repeated([0x31, 0, 0x10, 0, 0x4c, 0x4f, 0, 0], 1_000_000));
    expect(await read(bytes)).toEqual({ ok: false, why: 'unsupported', detail: 'too-many-elements' });
  });

  test.each([
    ['items', [0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0]],
    ['items with an element each', [0xfe, 0xff, 0x00, 0xe0, 8, 0, 0, 0, 8, 0, 0x20, 0, 0x44, 0x41, 0, 0]],
  ])('a million %s are refused', async (_, item) => {
    const sequence = [0x40, 0x00, 0x75, 0x02, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff];
    const bytes = afterHeader(Uint8Array.of(...sequence), repeated(item, 1_000_000));
    expect(await read(bytes)).toEqual({ ok: false, why: 'unsupported', detail: 'too-many-elements' });
  });

  test('a million elements in one item are refused', async () => {
    const start = [0x40, 0x00, 0x75, 0x02, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xff, 0x00, 0xe0, 0xff, 0xff, 0xff, 0xff];
    const bytes = afterHeader(Uint8Array.of(...start), repeated([8, 0, 0x20, 0, 0x44, 0x41, 0, 0], 1_000_000));
    expect(await read(bytes)).toEqual({ ok: false, why: 'unsupported', detail: 'too-many-elements' });
  });
});

describe('the tree of elements', () => {
  const EMPTY_ITEM = [0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0];

  test('counts elements and items together, up to the limit', () => {
    const limit = HEADER_LIMITS.elements + HEADER_LIMITS.sequenceElements;
    const withItems = (count: number) => {
      const head = new Uint8Array([0x08, 0, 0x40, 0x11, 0x53, 0x51, 0, 0, 0, 0, 0, 0]);
      new DataView(head.buffer).setUint32(8, count * EMPTY_ITEM.length, true);
      return readElementTree(Buffer.concat([head, repeated(EMPTY_ITEM, count)]), 0, { explicit: true, bigEndian: false });
    };
    expect(withItems(limit - 1).ok).toBe(true);
    expect(withItems(limit)).toEqual({ ok: false, why: 'too-many-elements' });
  });
});

/** A small file with something else where its pixel data would stand. */
function afterHeader(...parts: Uint8Array[]): Uint8Array {
  const head = smallFile({ PixelData: new Uint8Array(0) }).subarray(0, -12);
  return Buffer.concat([head, ...parts]);
}
