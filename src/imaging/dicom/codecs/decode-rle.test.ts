import { describe, expect, test } from 'vitest';
import { decodeRle } from './decode-rle.ts';

const expected = { rows: 1, columns: 4, samplesPerPixel: 1, bitsAllocated: 8 };

/** A frame of segments that are packed already. */
function frameOf(segments: number[][], offsets?: number[]): Uint8Array {
  const bytes = new Uint8Array(64 + segments.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, segments.length, true);
  let at = 64;
  for (const [index, segment] of segments.entries()) {
    view.setUint32(4 + index * 4, offsets?.[index] ?? at, true);
    bytes.set(segment, at);
    at += segment.length;
  }
  return bytes;
}

function samplesOf(bytes: Uint8Array, about: Partial<typeof expected> = {}): number[] {
  const decoded = decodeRle(bytes, { ...expected, ...about });
  if (!decoded.ok) throw new Error(decoded.why);
  return [...decoded.samples];
}

describe('RLE', () => {
  test('repeats a run, copies what follows a count, and skips 128', () => {
    expect(samplesOf(frameOf([[0xfe, 7, 128, 0, 9]]))).toEqual([7, 7, 7, 9]);
    expect(samplesOf(frameOf([[3, 1, 2, 3, 4, 0]]))).toEqual([1, 2, 3, 4]);
  });

  test('with 16 and 32 bits has the most significant byte first', () => {
    expect(
      samplesOf(
        frameOf([
          [3, 1, 2, 3, 4],
          [3, 5, 6, 7, 8],
        ]),
        { bitsAllocated: 16 },
      ),
    ).toEqual([0x105, 0x206, 0x307, 0x408]);
    const runs = [1, 2, 3, 4].map((value) => [0xfd, value]);
    expect(samplesOf(frameOf(runs), { bitsAllocated: 32 })).toEqual(Array.from({ length: 4 }).fill(0x01020304));
  });

  test('of one bit per pixel stays packed, eight to a byte', () => {
    expect(samplesOf(frameOf([[1, 0b1010_0101, 0b1100]]), { columns: 12, bitsAllocated: 1 })).toEqual([0b1010_0101, 0b1100]);
  });

  test('is read from anywhere in memory', () => {
    const frame = frameOf([[0xfd, 7]]);
    const shared = new Uint8Array(frame.length + 3);
    shared.set(frame, 3);
    expect(samplesOf(shared.subarray(3))).toEqual([7, 7, 7, 7]);
  });

  test('of colour with 16 bits has two segments for each sample', () => {
    const runs = [1, 2, 3, 4, 5, 6].map((value) => [0xfd, value]);
    expect(samplesOf(frameOf(runs), { samplesPerPixel: 3, bitsAllocated: 16 }).slice(0, 4)).toEqual([0x102, 0x304, 0x506, 0x102]);
  });

  test('of colour stores plane after plane, and is returned pixel by pixel', () => {
    const planes = [1, 2, 3].map((value) => [0xfd, value]);
    expect(samplesOf(frameOf(planes), { samplesPerPixel: 3 })).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
  });
});

describe('bad RLE is refused by name', () => {
  const why = (bytes: Uint8Array, about: Partial<typeof expected> = {}) => {
    const decoded = decodeRle(bytes, { ...expected, ...about });
    return decoded.ok ? 'decoded' : decoded.why;
  };

  test('for another number of segments', () => expect(why(frameOf([[0xfd, 1]]), { bitsAllocated: 16 })).toBe('differs-from-header'));
  test('for a segment that ends too early', () => expect(why(frameOf([[0xfe, 1]]))).toBe('damaged'));
  test('for a count that points outside its segment', () => expect(why(frameOf([[3, 1, 2]]))).toBe('damaged'));
  test('for a run without its value', () => expect(why(frameOf([[0, 1, 0xfe]]))).toBe('damaged'));
  test('for segments that overlap or go backwards', () => {
    const runs = [
      [0xfd, 1],
      [0xfd, 2],
    ];
    expect(why(frameOf(runs, [66, 64]), { bitsAllocated: 16 })).toBe('damaged');
    expect(why(frameOf(runs, [64, 1000]), { bitsAllocated: 16 })).toBe('damaged');
    expect(why(frameOf(runs, [64, 65]), { bitsAllocated: 16 })).toBe('damaged');
  });
  test('for fewer bytes than its header', () => expect(why(frameOf([[0xfd, 1]]).subarray(0, 63))).toBe('damaged'));
  test('for no data', () => expect(why(new Uint8Array(0))).toBe('damaged'));
  test('for a few bytes that declare a huge image', () =>
    expect(why(frameOf([[0xfd, 1]]), { rows: 65_535, columns: 65_535 })).toBe('damaged'));
  test.each([[0], [63], [1000], [0xffffffff]])('for an offset of %d', (offset) => {
    expect(why(frameOf([[0xfd, 1]], [offset]))).toBe('damaged');
  });
});
