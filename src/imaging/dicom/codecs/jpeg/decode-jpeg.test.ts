import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LIBJPEG_PICTURES } from '#tests/fixtures/libjpeg-pictures.ts';
import { ADOBE, BitWriter, eightBlocks, jpegStream, segment, type JpegStream } from '#tests/fixtures/jpeg-stream.ts';
import { decodeJpeg } from './decode-jpeg.ts';

const expected = { rows: 8, columns: 8, samplesPerPixel: 1, bitsAllocated: 16 };

function samplesOf(bytes: Uint8Array, about: Partial<typeof expected> = {}): number[] {
  const decoded = decodeJpeg(bytes, { ...expected, ...about });
  if (!decoded.ok) throw new Error(decoded.why);
  return [...decoded.samples];
}

const whyNot = (bytes: Uint8Array, about: Partial<typeof expected> = {}) => {
  const decoded = decodeJpeg(bytes, { ...expected, ...about });
  return decoded.ok ? 'decoded' : decoded.why;
};

const END = 0x00;

/** One block of 8 x 8: its DC of 80 and nothing else is an even 138 (80 / 8 above the middle of 128). */
const even: JpegStream = {
  marker: 0xc0,
  precision: 8,
  rows: 8,
  columns: 8,
  components: [{}],
  scans: [{ first: 0, last: 63, data: new BitWriter().difference(80).symbol(END).data() }],
};

test.each(LIBJPEG_PICTURES)('decodes the same samples as libjpeg: $name', ({ jpeg, sha256, ...image }) => {
  const decoded = decodeJpeg(Buffer.from(jpeg, 'base64'), { ...image, bitsAllocated: 8 });
  expect(decoded).toMatchObject({ ok: true, bits: 8 });
  expect(decoded.ok && createHash('sha256').update(Uint8Array.from(decoded.samples)).digest('hex')).toBe(sha256);
});

describe('sequential DCT', () => {
  test('decodes a block with one value', () => expect(new Set(samplesOf(jpegStream(even)))).toEqual(new Set([138])));

  test('decodes the first cosine as falling from left to right, or rising with the other sign', () => {
    const row = (ac: number) => {
      const data = new BitWriter().difference(0).ac(0, ac).symbol(END).data();
      return samplesOf(jpegStream({ ...even, scans: [{ first: 0, last: 63, data }] })).slice(0, 8);
    };
    // 100 / 8 x sqrt(2) x cos((2x + 1) pi / 16), rounded.
    expect(row(100)).toEqual([145, 143, 138, 131, 125, 118, 113, 111]);
    expect(row(-100)).toEqual([111, 113, 118, 125, 131, 138, 143, 145]);
  });

  test('predicts the DC from the previous block, and restarts at a restart marker', () => {
    const line = new BitWriter().difference(80).symbol(END).difference(-80).symbol(END);
    expect(samplesOf(jpegStream({ ...even, columns: 16, scans: [{ first: 0, last: 63, data: line.data() }] }), { columns: 16 })).toEqual(
      Array.from({ length: 128 }, (_, index) => (index % 16 < 8 ? 138 : 128)),
    );
    const restarted = new BitWriter().difference(80).symbol(END).restart(0).difference(-80).symbol(END).data();
    const stream = jpegStream({ ...even, columns: 16, restartInterval: 1, scans: [{ first: 0, last: 63, data: restarted }] });
    expect(new Set(samplesOf(stream, { columns: 16 }))).toEqual(new Set([138, 118]));
  });

  test('decodes 12 bits', () => {
    const data = new BitWriter().difference(8000).symbol(END).data();
    expect(new Set(samplesOf(jpegStream({ ...even, marker: 0xc1, precision: 12, scans: [{ first: 0, last: 63, data }] })))).toEqual(
      new Set([3048]),
    );
  });

  test('multiplies by the quantization table of the component, of 8 or 16 bits', () => {
    const tables = [
      segment(0xdb, [0x01, ...Array.from({ length: 64 }, (_, index) => (index === 0 ? 4 : 1))]),
      segment(0xdb, [0x12, ...Array.from({ length: 128 }, (_, index) => (index < 2 ? 1 - index : index % 2))]),
    ];
    const dc = (quantization: number, value: number) => {
      const data = new BitWriter().difference(value).symbol(END).data();
      const stream = {
        ...even,
        marker: 0xc1,
        precision: 12,
        segments: tables,
        components: [{ quantization }],
        scans: [{ first: 0, last: 63, data }],
      };
      return [...new Set(samplesOf(jpegStream(stream)))];
    };
    // The middle of 12 bits is 2048; an even block has an eighth of its coefficient.
    expect([dc(0, 80), dc(1, 80), dc(2, 20)]).toEqual([[2058], [2088], [2688]]);
  });

  test('clips values beyond black and white', () => {
    const data = new BitWriter().difference(4000).symbol(END).data();
    expect(new Set(samplesOf(jpegStream({ ...even, scans: [{ first: 0, last: 63, data }] })))).toEqual(new Set([255]));
  });

  test('decodes an image whose sides are not multiples of 8', () => {
    expect(samplesOf(jpegStream({ ...even, rows: 3, columns: 5 }), { rows: 3, columns: 5 })).toEqual(Array.from({ length: 15 }).fill(138));
  });

  test('interpolates chrominance shared by two pixels with 3/4 and 1/4', () => {
    const data = new BitWriter().difference(0).symbol(END).difference(0).symbol(END);
    data.difference(0).ac(0, 100).symbol(END).difference(-80).symbol(END);
    const stream = jpegStream({
      ...even,
      columns: 16,
      components: [{ across: 2 }, {}, {}],
      scans: [{ first: 0, last: 63, data: data.data() }],
    });
    const samples = samplesOf(stream, { columns: 16, samplesPerPixel: 3 });
    // The first cosine of above, 145, 143, 138 and so on, at twice its width.
    expect(samples.slice(0, 15)).toEqual([128, 145, 118, 128, 145, 118, 128, 143, 118, 128, 142, 118, 128, 139, 118]);
  });
});

describe('progressive DCT', () => {
  test('combines bands and bit planes', () => {
    const scans = [
      { first: 0, last: 0, low: 1, data: new BitWriter().difference(40).data() },
      { first: 0, last: 0, high: 1, low: 0, data: new BitWriter().bits(1, 1).data() },
      { first: 1, last: 5, low: 1, data: new BitWriter().ac(0, 50).symbol(END).data() },
      { first: 1, last: 5, high: 1, low: 0, data: new BitWriter().symbol(END).bits(1, 1).data() },
    ];
    const whole = new BitWriter().difference(81).ac(0, 101).symbol(END).data();
    expect(samplesOf(jpegStream({ ...even, marker: 0xc2, scans }))).toEqual(
      samplesOf(jpegStream({ ...even, scans: [{ first: 0, last: 63, data: whole }] })),
    );
  });

  test('with more scans than any image has is refused', () => {
    const scans = Array.from({ length: 65 }, () => ({ first: 0, last: 0, high: 1, low: 0, data: new BitWriter().bits(1, 1).data() }));
    expect(whyNot(jpegStream({ ...even, marker: 0xc2, scans }))).toBe('damaged');
  });
});

describe('lossless', () => {
  const picture = Array.from({ length: 64 }, (_, index) => (index * index * 37) % 4096);

  const PREDICTORS: ((left: number, up: number, upLeft: number) => number)[] = [
    (left) => left,
    (_, up) => up,
    (_, __, upLeft) => upLeft,
    (left, up, upLeft) => left + up - upLeft,
    (left, up, upLeft) => left + ((up - upLeft) >> 1),
    (left, up, upLeft) => up + ((left - upLeft) >> 1),
    (left, up) => (left + up) >> 1,
  ];

  function encoded(samples: readonly number[], predictor: number, restartLines = 0): number[] {
    const bits = new BitWriter();
    const at = (y: number, x: number) => samples[y * 8 + x]!;
    for (let y = 0; y < 8; y += 1) {
      const isFirstLine = restartLines === 0 ? y === 0 : y % restartLines === 0;
      if (isFirstLine && y > 0) bits.restart((y / restartLines - 1) % 8);
      for (let x = 0; x < 8; x += 1) {
        let predicted = 2048;
        if (x > 0) predicted = isFirstLine ? at(y, x - 1) : PREDICTORS[predictor - 1]!(at(y, x - 1), at(y - 1, x), at(y - 1, x - 1));
        else if (!isFirstLine) predicted = at(y - 1, 0);
        bits.difference(at(y, x) - predicted);
      }
    }
    return bits.data();
  }

  const lossless = (data: number[], more: Partial<JpegStream> = {}, predictor = 1): Uint8Array =>
    jpegStream({ ...even, marker: 0xc3, precision: 12, scans: [{ first: predictor, last: 0, data }], ...more });

  test.each([1, 2, 3, 4, 5, 6, 7])('with predictor %d restores every value', (predictor) => {
    expect(samplesOf(lossless(encoded(picture, predictor), {}, predictor))).toEqual(picture);
  });

  test('restarts after a restart marker', () => {
    expect(samplesOf(lossless(encoded(picture, 4, 2), { restartInterval: 16 }, 4))).toEqual(picture);
  });

  test('with 16 bits accepts a difference of 2^15', () => {
    const data = new BitWriter().difference(32768);
    for (let index = 1; index < 64; index += 1) data.difference(0);
    expect(new Set(samplesOf(lossless(data.data(), { precision: 16 })))).toEqual(new Set([0]));
  });

  test('with a point transform restores the values without their lowest bits', () => {
    // Two bits fewer: predicted from half of the remaining range (T.81 H.1.2.1).
    const data = new BitWriter().difference(700 - 512);
    for (let index = 1; index < 64; index += 1) data.difference(index % 2 === 0 ? 5 : -5);
    const line = { rows: 1, columns: 64 };
    const stream = lossless([], { ...line, scans: [{ first: 1, last: 0, low: 2, data: data.data() }] });
    expect(new Set(samplesOf(stream, line))).toEqual(new Set([700 * 4, 695 * 4]));
  });

  test('of colour has the samples of a pixel next to each other, each predicted from its own kind', () => {
    const data = new BitWriter();
    for (const [red, green, blue] of [[-28, -118, 72], ...Array.from({ length: 63 }, () => [0, 1, -1])] as [number, number, number][])
      data.difference(red).difference(green).difference(blue);
    const first = { first: 1, last: 0, data: data.data() };
    const stream = lossless([], { rows: 1, columns: 64, precision: 8, components: [{}, {}, {}], scans: [first] });
    const decoded = decodeJpeg(stream, { rows: 1, columns: 64, samplesPerPixel: 3, bitsAllocated: 8 });
    expect(decoded).toMatchObject({ ok: true, bits: 8 });
    expect(decoded.ok && decoded.samples).toEqual(
      Uint8Array.from({ length: 192 }, (_, index) => [100, 10 + Math.floor(index / 3), 200 - Math.floor(index / 3)][index % 3]!),
    );
  });

  test.each<[string, Partial<JpegStream>, number]>([
    ['a restart interval that is not whole lines', { restartInterval: 12 }, 1],
    ['one bit per sample', { precision: 1 }, 1],
    ['a point transform of all bits', { scans: [{ first: 1, last: 0, low: 12, data: [] }] }, 1],
    ['an unknown predictor', {}, 8],
  ])('with %s is refused', (_, about, predictor) => expect(whyNot(lossless(encoded(picture, 1), about, predictor))).toBe('damaged'));

  test('with shared chrominance is refused', () => {
    const stream = lossless(encoded(picture, 1), { components: [{ across: 2 }, {}, {}] });
    expect(whyNot(stream, { samplesPerPixel: 3 })).toBe('unknown-process');
  });
});

describe('the Adobe colour marker', () => {
  const colourOf = (transform: number) => {
    const decoded = decodeJpeg(jpegStream({ ...even, segments: [segment(0xee, [...ADOBE, 0, 100, 0, 0, 0, 0, transform])] }), expected);
    return decoded.ok && decoded.colour;
  };
  test('means red, green and blue when no transform is marked', () => expect(colourOf(0)).toBe('rgb'));
  test('means luminance and chrominance otherwise', () => expect(colourOf(1)).toBe('ybr'));
  test('leaves the colour to the header when it is missing', () => {
    expect(decodeJpeg(jpegStream(even), expected)).toMatchObject({ ok: true, colour: null });
  });
});

describe('bad streams are refused by name', () => {
  test.each<[string, Partial<JpegStream>]>([
    ['of another height', { rows: 16 }],
    ['of another width', { columns: 9 }],
    ['of more samples', { components: [{}, {}, {}] }],
    ['of more bits than are allocated', { marker: 0xc3, precision: 17 }],
  ])('for %s than in the header', (_, about) => expect(whyNot(jpegStream({ ...even, ...about }))).toBe('differs-from-header'));

  test.each<[string, Partial<JpegStream>]>([
    ['two frames', { segments: [segment(0xc0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])] }],
    ['no scan', { scans: [] }],
    ['a sampling factor of 5', { components: [{ across: 5 }] }],
    ['a sampling factor of 0', { components: [{ down: 0 }] }],
    ['10 bits of DCT', { precision: 10 }],
    ['a scan of a component that the frame has not', { scans: [{ of: [1], first: 0, last: 63, data: [] }] }],
    ['a scan of no component', { scans: [{ of: [], first: 0, last: 63, data: [] }] }],
    ['a cut off Huffman table', { segments: [segment(0xc4, [0, ...Array.from({ length: 15 }, () => 1)])] }],
    [
      'a Huffman table with more codes than a length has',
      { segments: [segment(0xc4, [0, 3, ...Array.from({ length: 15 }, () => 0), 1, 2, 3])] },
    ],
    ['a cut off quantization table', { segments: [segment(0xdb, [0, ...Array.from({ length: 63 }, () => 1)])] }],
    ['a cut off quantization table of 16 bits', { segments: [segment(0xdb, [0x11, ...Array.from({ length: 127 }, () => 1)])] }],
    ['a segment shorter than its length', { segments: [[0xff, 0xdd, 0, 1]] }],
  ])('for %s', (_, about) => expect(whyNot(jpegStream({ ...even, ...about }))).toBe('damaged'));

  test.each<[string, JpegStream['scans'][number]]>([
    ['AC coefficients of 64 and more', { first: 1, last: 64, data: [0, 0] }],
    ['a band that ends before it begins', { first: 5, last: 4, data: [0, 0] }],
    ['DC and AC in one', { first: 0, last: 5, data: [0, 0] }],
    ['14 bits left for later', { first: 0, last: 0, low: 14, data: [0, 0] }],
  ])('for a progressive scan with %s', (_, scan) => expect(whyNot(jpegStream({ ...even, marker: 0xc2, scans: [scan] }))).toBe('damaged'));

  test('for an arithmetic or hierarchical process', () => {
    expect(whyNot(jpegStream({ ...even, marker: 0xc9 }))).toBe('unknown-process');
    expect(whyNot(jpegStream({ ...even, marker: 0xc5 }))).toBe('unknown-process');
  });

  test('for a few bytes that declare a huge image, before memory is allocated', () => {
    const huge = { rows: 65_535, columns: 65_535 };
    expect(whyNot(jpegStream({ ...even, ...huge }), huge)).toBe('damaged');
    expect(whyNot(jpegStream({ ...even, ...huge, marker: 0xc3 }), huge)).toBe('damaged');
  });

  test('when they are truncated at any byte', () => {
    const whole = eightBlocks();
    expect(whyNot(whole, { columns: 64 })).toBe('decoded');
    for (let length = 0; length < whole.length - 24; length += 1) {
      expect([length, whyNot(whole.subarray(0, length), { columns: 64 })]).toEqual([length, 'damaged']);
    }
  });
});
