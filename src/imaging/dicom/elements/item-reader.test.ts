import { expect, test } from 'vitest';
import { repeated } from '#tests/fixtures/dicom-file.ts';
import { ItemReader } from './item-reader.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import type { ItemPlace } from './sequences.ts';

const EXPLICIT = { explicit: true, bigEndian: false };
/** (0008,0020) without a value, and (0008,0060) CS 'MR'. */
const EMPTY = [0x08, 0x00, 0x20, 0x00, 0x44, 0x41, 0, 0];
const MODALITY = [0x08, 0x00, 0x60, 0x00, 0x43, 0x53, 2, 0, 0x4d, 0x52];
const MODALITY_TAG = 0x00080060;

function readerOf(bytes: Uint8Array): { reader: ItemReader; place: (start: number, end?: number) => ItemPlace } {
  const reader = new ItemReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return { reader, place: (start, end = bytes.length) => ({ start, end, encoding: EXPLICIT }) };
}

test('an element has its offset in the file, and none is found past the end of the item', () => {
  const { reader, place } = readerOf(Uint8Array.of(...EMPTY, ...MODALITY));
  expect(reader.open(place(8)).get(MODALITY_TAG)).toEqual({ vr: 'CS', offset: 16, length: 2 });
  expect(reader.open(place(0, 8)).get(MODALITY_TAG)).toBeUndefined();
});

test('an item with an invalid element keeps the elements before it', () => {
  const { reader, place } = readerOf(Uint8Array.of(...MODALITY, 0x08, 0x00, 0x70, 0x00, 0x4c, 0x4f, 0xff, 0x7f, 0x41));
  expect(reader.open(place(0)).get(MODALITY_TAG)?.length).toBe(2);
  expect(reader.open(place(0)).get(0x00080070)).toBeUndefined();
});

test('all items of a header share one read limit', () => {
  const { reader, place } = readerOf(Buffer.concat([Uint8Array.of(...MODALITY), repeated(EMPTY, HEADER_LIMITS.itemReads / 2)]));
  const [small, vast] = [place(0, MODALITY.length), place(MODALITY.length)];
  expect(reader.open(small).get(MODALITY_TAG)?.length).toBe(2);
  expect(reader.open(vast).get(MODALITY_TAG)).toBeUndefined();
  expect(reader.open(small).get(MODALITY_TAG)).toBeUndefined();
});

test('thousands of nested levels end an item without an exception', () => {
  const levels = 20_000;
  // (0008,1140) SQ without a length, and its item without one.
  const level = [0x08, 0x00, 0x40, 0x11, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xff, 0x00, 0xe0, 0xff, 0xff, 0xff, 0xff];
  const { reader, place } = readerOf(repeated(level, levels));
  expect(reader.open(place(0)).get(0x00081140)).toBeUndefined();
});
