import { describe, expect, test } from 'vitest';
import { checkStreamHeader, readJpeg2000Header, readJpegLsHeader } from './stream-headers.ts';

const uint16 = (value: number) => [(value >> 8) & 255, value & 255];
const uint32 = (value: number) => [...uint16(value >>> 16), ...uint16(value)];

function whyOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (thrown) {
    return (thrown as { why?: unknown }).why;
  }
}

describe('a JPEG-LS header (T.87 C.2.2)', () => {
  const frame = ({ bits = 12, rows = 30, columns = 500, components = 3 } = {}) => [
    ...[0xff, 0xf7, ...uint16(8 + components * 3), bits, ...uint16(rows), ...uint16(columns), components],
    ...Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat(),
  ];
  const COMMENT = [0xff, 0xfe, 0, 4, 1, 2];
  const SCAN = [0xff, 0xda, 0, 6, 1, 1, 0, 0];
  const read = (...parts: number[][]) => whyOf(() => readJpegLsHeader(Uint8Array.from([0xff, 0xd8, ...parts.flat()])));

  test.each([
    ['first', [frame(), SCAN]],
    ['behind another segment', [COMMENT, frame(), SCAN]],
    ['behind fill bytes, which may precede a marker', [COMMENT, [0xff, 0xff], frame(), SCAN]],
  ])('is read %s', (_, parts) => expect(read(...parts)).toEqual({ bits: 12, rows: 30, columns: 500, components: 3, colour: null }));

  test('may be all that there is', () => {
    expect(read(frame().slice(0, 10))).toMatchObject({ rows: 30, columns: 500 });
  });

  test('is not looked for in another stream', () => {
    expect(whyOf(() => readJpegLsHeader(Uint8Array.from([0xff, 0xd9, ...frame(), ...SCAN])))).toBe('damaged');
  });

  test.each([
    ['which is missing, in front of bytes that look like one', [[0xff, 0xda, 8, 0, 3, 0, 4, 1, 0, 0, 0, 0]]],
    ['behind which only half a marker', [COMMENT, [0xff, 0xfe]]],
    ['behind the scan', [SCAN, frame()]],
    ['behind bytes that are no marker', [[0xfe, 0xff, 0, 2], frame()]],
    ['cut off', [COMMENT, frame().slice(0, 9)]],
    ['of one bit', [frame({ bits: 1 }), SCAN]],
    ['of 17 bits', [frame({ bits: 17 }), SCAN]],
    ['of more lines than the stream has bits', [frame({ rows: 8000 }), SCAN]],
  ])('%s is refused', (_, parts) => expect(read(...parts)).toBe('damaged'));

  test('may have from 2 to 16 bits, and a line for each bit', () => {
    expect([read(frame({ bits: 2 }), SCAN), read(frame({ bits: 16 }), SCAN)]).toMatchObject([{ bits: 2 }, { bits: 16 }]);
    const size = 2 + frame().length + SCAN.length;
    expect(read(frame({ rows: size * 8 }), SCAN)).toMatchObject({ rows: size * 8 });
    expect(read(frame({ rows: size * 8 + 1 }), SCAN)).toBe('damaged');
  });
});

describe('a JPEG 2000 header (T.800 A.5.1)', () => {
  const siz = ({ parts = [[11, 1, 1]], left = 0, top = 0 }: { parts?: number[][]; left?: number; top?: number } = {}) => [
    ...[0xff, 0x51, ...uint16(38 + parts.length * 3), ...uint16(0), ...uint32(500 + left), ...uint32(300 + top), ...uint32(left)],
    ...[...uint32(top), ...uint32(500), ...uint32(300), ...uint32(0), ...uint32(0), ...uint16(parts.length), ...parts.flat()],
  ];
  const cod = (transform: number) => [0xff, 0x52, 0, 12, 0, 0, 0, 1, transform, 5, 4, 4, 0, 1];
  const TILE = [0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1];
  const START = [0xff, 0x4f];
  const read = (...parts: number[][]) => whyOf(() => readJpeg2000Header(Uint8Array.from(parts.flat())));
  const GREY = { bits: 12, rows: 300, columns: 500, components: 1, colour: null };

  const RGB = [
    [7, 1, 1],
    [7, 1, 1],
    [7, 1, 1],
  ];
  const PARTS = [0xff, 0x4f, 0xff, 0, 0, 0x4f, 0xff, 0x51, 0xff, 0, 0xff, 0x51, 0xff, 0x4f, 0, 0x51];
  /** Nothing in it is an image size, but where one begins in other streams it has numbers like one. */
  const LIKE_SIZ = [0xff, 0x64, 0, 60, ...Array.from({ length: 58 }, (_, index) => ({ 33: 1, 34: 11, 35: 1, 36: 1 })[index] ?? 0)];

  test.each([
    ['bare', [START, siz(), cod(0), TILE], GREY],
    ['inside a JP2 file', [[0, 0, 0, 12, 0x6a, 0x50], START, siz(), cod(0), TILE], GREY],
    ['without the coding style', [START, siz(), TILE], GREY],
    ['that ends with its components', [START, siz()], GREY],
    ['inside a JP2 file whose boxes hold parts of its mark', [PARTS, START, siz(), TILE], GREY],
    ['of three components without a colour transform', [START, siz({ parts: RGB }), cod(0), TILE], { ...GREY, components: 3, bits: 8 }],
    [
      'whose coding style ends with the transform',
      [START, siz({ parts: RGB }), cod(1).slice(0, 9)],
      { ...GREY, components: 3, bits: 8, colour: 'rgb' },
    ],
    ['without the coding style, and with a 1 where it would have its transform', [START, siz({ left: 0x0100_0000 }), TILE], GREY],
    ['of an image that begins inside its grid', [START, siz({ left: 7, top: 70_000 }), cod(0), TILE], GREY],
    ['with signed samples', [START, siz({ parts: [[0x8b, 1, 1]] }), cod(0), TILE], GREY],
    [
      'with components of different bits',
      [
        START,
        siz({
          parts: [
            [7, 1, 1],
            [11, 1, 1],
          ],
        }),
        TILE,
      ],
      { ...GREY, components: 2 },
    ],
    ['with 16 bits', [START, siz({ parts: [[15, 1, 1]] }), TILE], { ...GREY, bits: 16 }],
    [
      'with a colour transform, which the decoder reverses',
      [
        START,
        siz({
          parts: [
            [7, 1, 1],
            [7, 1, 1],
            [7, 1, 1],
          ],
        }),
        cod(1),
        TILE,
      ],
      { ...GREY, components: 3, bits: 8, colour: 'rgb' },
    ],
    ['with a coding style behind the tiles', [START, siz(), TILE, cod(1)], GREY],
    ['with a cut off coding style', [START, siz(), cod(1).slice(0, 8)], GREY],
  ])('is read %s', (_, parts, header) => expect(read(...parts)).toEqual(header));

  test.each([
    ['without an image size', [START, cod(0), TILE], 'damaged'],
    ['without an image size, and with bytes that look like one', [START, LIKE_SIZ, TILE], 'damaged'],
    ['cut off', [START, siz().slice(0, 40)], 'damaged'],
    [
      'cut off in its components',
      [
        START,
        siz({
          parts: [
            [7, 1, 1],
            [7, 1, 1],
          ],
        }).slice(0, 45),
      ],
      'damaged',
    ],
    ['of no component', [START, siz({ parts: [] }), TILE], 'damaged'],
    [
      'with components of half the width',
      [
        START,
        siz({
          parts: [
            [7, 1, 1],
            [7, 2, 1],
          ],
        }),
        TILE,
      ],
      'unknown-process',
    ],
    [
      'with components of half the height',
      [
        START,
        siz({
          parts: [
            [7, 1, 1],
            [7, 1, 2],
          ],
        }),
        TILE,
      ],
      'unknown-process',
    ],
    ['with 17 bits', [START, siz({ parts: [[16, 1, 1]] }), TILE], 'unknown-process'],
    ['behind more than the boxes of a JP2 file', [Array.from({ length: 65_536 }, () => 0), START, siz(), TILE], 'damaged'],
    ['of another kind', [[0xff, 0xd8, 0xff, 0xf7]], 'damaged'],
  ])('%s is refused', (_, parts, why) => expect(read(...parts)).toBe(why));
});

test('a stream of other rows, columns, components or more bits than the header says is refused; up to 8 bits are allocated anyway', () => {
  const stream = { rows: 3, columns: 4, components: 1, bits: 8, colour: null };
  const expected = { rows: 3, columns: 4, samplesPerPixel: 1, bitsAllocated: 8 };
  const why = (one: Partial<typeof stream>, other: Partial<typeof expected> = {}) =>
    whyOf(() => checkStreamHeader({ ...stream, ...one }, { ...expected, ...other }));
  expect([why({}), why({}, { bitsAllocated: 1 }), why({ bits: 12 }, { bitsAllocated: 16 })]).toEqual([undefined, undefined, undefined]);
  for (const one of [{ rows: 4 }, { columns: 5 }, { components: 3 }, { bits: 9 }]) expect(why(one)).toBe('differs-from-header');
});
