import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { repeated } from '#tests/fixtures/dicom-file.ts';
import { encapsulatedEnd, isEncapsulatedWhole } from './encapsulated-end.ts';

const item = (bytes: number, length = bytes) => [
  0xfe,
  0xff,
  0,
  0xe0,
  ...new Uint8Array(Uint32Array.of(length).buffer),
  ...new Uint8Array(bytes),
];
const END = [0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0];
const TABLE = item(0);
/** Some bytes before the pixel data, as in every file. */
const HEADER = [1, 2, 3, 4, 5];

const endOf = (parts: number[][], frames = 1) =>
  encapsulatedEnd(createMemorySource(Uint8Array.from([...HEADER, ...parts.flat()])), HEADER.length, frames);
const isWhole = (parts: number[][], frames = 1) =>
  isEncapsulatedWhole(createMemorySource(Uint8Array.from([...HEADER, ...parts.flat()])), HEADER.length, frames);

/** What may stand in a file from the offset table on, how many frames it should have, and where its pixel data ends. */
const FILES: readonly [what: string, parts: number[][], frames: number, end: number | null][] = [
  ['a fragment and the delimiter', [TABLE, item(6), END], 1, 30],
  ['other elements behind the delimiter', [TABLE, item(6), END, item(20)], 1, 30],
  ['elements behind the delimiter that end with one, too', [TABLE, item(6), END, item(2), END], 1, 30],
  ['a fragment longer than one reading', [TABLE, item(9000), item(2), END], 1, 9034],
  ['thousands of empty fragments', [TABLE, ...Array.from({ length: 3000 }, () => item(0)), END], 1, 24_016],
  ['no delimiter, but a fragment for each frame', [TABLE, item(6), item(2)], 2, 32],
  ['no delimiter, and fewer fragments than frames', [TABLE, item(6), item(2)], 3, null],
  ['no fragment and no delimiter', [TABLE], 1, null],
  ['a fragment that is cut off', [TABLE, item(6, 8)], 1, null],
  ['a fragment whose head is cut off', [TABLE, item(6).slice(0, 7)], 1, null],
  ['something else between the fragments', [TABLE, item(6), [0x10, 0, 0x10, 0, 0, 0, 0, 0], END], 1, null],
  ['only the delimiter', [END], 1, 8],
  ['a delimiter with a length', [TABLE, item(6), [...END.slice(0, 4), 4, 0, 0, 0], item(0)], 1, 30],
];

describe('compressed pixel data', () => {
  test.each(FILES)('with %s', async (_, parts, frames, end) => {
    expect(await endOf(parts, frames)).toBe(end === null ? null : end + HEADER.length);
  });

  test.each(FILES.filter(([what]) => !what.startsWith('something')))('is whole if it has an end: %s', async (_, parts, frames, end) => {
    expect(await isWhole(parts, frames)).toBe(end !== null);
  });

  test('that ends with the delimiter is whole after one short reading, whatever its fragments', async () => {
    const memory = createMemorySource(Uint8Array.from([...HEADER, ...TABLE, ...item(6), ...END]));
    let readings = 0;
    const source = { ...memory, read: (at: number, length: number) => ((readings += 1), memory.read(at, length)) };
    expect([await isEncapsulatedWhole(source, HEADER.length, 1), readings]).toEqual([true, 1]);
    expect(await isWhole([TABLE, item(6, 99), END])).toBe(true);
  });

  test('of less than an item is not', async () => {
    expect(await isWhole([END.slice(0, 7)])).toBe(false);
  });

  test('with more fragments than are walked is treated as cut off', async () => {
    const many = (items: number) => createMemorySource(Buffer.concat([repeated(item(0), items), Uint8Array.from(END)]));
    expect(await encapsulatedEnd(many(99_999), 0, 1)).toBe(800_000);
    expect(await encapsulatedEnd(many(100_000), 0, 1)).toBe(null);
  });

  test('of tiny fragments takes one reading for hundreds of them', async () => {
    const memory = createMemorySource(Uint8Array.from([TABLE, ...Array.from({ length: 3000 }, () => item(0)), END].flat()));
    let readings = 0;
    const source = { ...memory, read: (at: number, length: number) => ((readings += 1), memory.read(at, length)) };
    expect([await encapsulatedEnd(source, 0, 1), readings]).toEqual([24_016, 6]);
  });

  test('is not whole because of a delimiter that begins in front of it', async () => {
    const source = createMemorySource(Uint8Array.from([1, 2, ...END]));
    expect(await isEncapsulatedWhole(source, 3, 1)).toBe(false);
  });

  test('that is cut off is not whole because of bytes that look like a delimiter with a length', async () => {
    expect(await isWhole([TABLE, item(6, 99), END.slice(0, 4), [1, 0, 0, 0]])).toBe(false);
  });
});
