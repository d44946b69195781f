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

const zeros = (length: number): number[] => Array.from({ length }, () => 0);

const TOO_FAR_AC = new BitWriter().ac(15, 1).ac(15, 1).ac(15, 1).ac(15, 1).symbol(0).data();
const END = 0x00;
const SIXTEEN_ZEROS = 0xf0;

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
  expect(decoded.ok && decoded.samples).toBeInstanceOf(Uint8Array);
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

  test('reads 16-bit quantization tables like those of 8 bits', () => {
    const numbers = Array.from({ length: 64 }, (_, index) => index + 1);
    const data = new BitWriter().difference(10).ac(0, 20).ac(1, -15).ac(2, 9).symbol(END).data();
    const picture = (table: number[]) =>
      samplesOf(
        jpegStream({ ...even, segments: [segment(0xdb, table)], components: [{ quantization: 1 }], scans: [{ first: 0, last: 63, data }] }),
      );
    const byBytes = picture([1, ...numbers]);
    expect(picture([0x11, ...numbers.flatMap((number) => [0, number])])).toEqual(byBytes);
    expect(new Set(byBytes).size).toBeGreaterThan(20);
  });

  test('skips sixteen zeros with one symbol, and may end with the last coefficient', () => {
    const scan = (write: (bits: BitWriter) => BitWriter) => [{ first: 0, last: 63, data: write(new BitWriter().difference(0)).data() }];
    const dc = { first: 0, last: 0, data: new BitWriter().difference(0).data() };
    const only = (index: number, value: number) =>
      samplesOf(
        jpegStream({ ...even, marker: 0xc2, scans: [dc, { first: index, last: index, data: new BitWriter().ac(0, value).data() }] }),
      );
    const decoded = (write: (bits: BitWriter) => BitWriter) => samplesOf(jpegStream({ ...even, scans: scan(write) }));
    expect(decoded((bits) => bits.symbol(SIXTEEN_ZEROS).ac(0, 100).symbol(END))).toEqual(only(17, 100));
    expect(decoded((bits) => bits.symbol(SIXTEEN_ZEROS).symbol(SIXTEEN_ZEROS).symbol(SIXTEEN_ZEROS).ac(14, 100))).toEqual(only(63, 100));
  });

  test('decodes the largest difference that a category has', () => {
    const data = new BitWriter().difference(32_767).symbol(END).data();
    expect(new Set(samplesOf(jpegStream({ ...even, scans: [{ first: 0, last: 63, data }] })))).toEqual(new Set([255]));
  });

  test('takes no notice of sampling factors of the only component', () => {
    expect(new Set(samplesOf(jpegStream({ ...even, components: [{ across: 4, down: 4 }] })))).toEqual(new Set([138]));
  });

  test.each([
    ['of ten bits, the only one of its length', [1, 0, 0, 0, 0, 0, 0, 0, 0, 1], 0b10_0000_0000],
    ['of one bit, the last of two', [2], 1],
  ])('finds a code %s', (_, counts, code) => {
    const table = segment(0xc4, [1, ...counts, ...zeros(16 - counts.length), 0, 7]);
    const data = new BitWriter().bits(code, counts.length).bits(80, 7).symbol(END).data();
    const stream = jpegStream({ ...even, segments: [table], scans: [{ first: 0, last: 63, tables: 0x10, data }] });
    expect(new Set(samplesOf(stream))).toEqual(new Set([138]));
  });

  describe('up to a marker', () => {
    const line = (...between: number[]) => {
      const [first, second] = [new BitWriter().difference(80).symbol(END).data(), new BitWriter().difference(-80).symbol(END).data()];
      const data = [...first, ...between, ...second];
      return whyNot(jpegStream({ ...even, columns: 16, restartInterval: 1, scans: [{ first: 0, last: 63, data }] }), { columns: 16 });
    };

    test('that may be any of the eight restart markers', () => {
      for (let marker = 0xd0; marker <= 0xd7; marker += 1) expect(line(0xff, marker)).toBe('decoded');
      for (const marker of [0xcf, 0xd8, 0xd9]) expect(line(0xff, marker)).toBe('damaged');
      expect(line()).toBe('damaged');
    });

    test('skips what stands behind the coded data', () => {
      const rest = [7, 0xff, 0, 7, 0xff];
      expect(line(...rest, 0xff, 0xd0)).toBe('decoded');
      const scans = even.scans.map((scan) => ({ ...scan, data: [...scan.data, ...rest] }));
      expect(new Set(samplesOf(jpegStream({ ...even, scans })))).toEqual(new Set([138]));
    });

    test('may lack seven bits of the last byte, and no more', () => {
      const decoded = (byte: number) => whyNot(jpegStream({ ...even, scans: [{ first: 0, last: 63, data: [byte] }] }));
      // A category of 2 or 3, as many bits, and the eight bits of the end, of which all that are missing are 0.
      expect([decoded(0b0001_0110), decoded(0b0001_1111)]).toEqual(['decoded', 'damaged']);
    });

    test('is damaged if an interval before the last one is cut off', () => {
      const data = [0xff, 0xd0, ...new BitWriter().difference(80).symbol(END).data()];
      const stream = jpegStream({ ...even, columns: 16, restartInterval: 1, scans: [{ first: 0, last: 63, data }] });
      expect(whyNot(stream, { columns: 16 })).toBe('damaged');
    });
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

describe('chrominance shared by other numbers of pixels is repeated', () => {
  const cosine = [145, 143, 138, 131, 125, 118, 113, 111];
  const shared = (component: object, size: { rows: number; columns: number }, zerosBefore: number, blocks: number) => {
    const data = new BitWriter();
    for (let block = 0; block < blocks; block += 1) data.difference(0).symbol(END);
    data.difference(0).ac(zerosBefore, 100).symbol(END).difference(0).symbol(END);
    const scans = [{ first: 0, last: 63, data: data.data() }];
    const samples = samplesOf(jpegStream({ ...even, ...size, components: [component, {}, {}], scans }), { ...size, samplesPerPixel: 3 });
    return samples.filter((_, index) => index % 3 === 1);
  };

  test('four beside each other', () => {
    expect(shared({ across: 4 }, { rows: 8, columns: 32 }, 0, 4).slice(0, 32)).toEqual(
      cosine.flatMap((value) => [value, value, value, value]),
    );
  });

  test('two above each other', () => {
    const samples = shared({ down: 2 }, { rows: 16, columns: 8 }, 1, 2);
    expect(samples.filter((_, index) => index % 8 === 0)).toEqual(cosine.flatMap((value) => [value, value]));
  });
});

describe('what may stand between and behind the segments', () => {
  test.each([
    ['fill bytes', [[0xff], [0xff, 0xff]]],
    [
      'restart markers and a start of image',
      [
        [0xff, 0xd0],
        [0xff, 0xd7],
        [0xff, 0xd8],
      ],
    ],
    ['an empty comment', [[0xff, 0xfe, 0, 2]]],
  ])('%s', (_, segments) => expect(new Set(samplesOf(jpegStream({ ...even, segments })))).toEqual(new Set([138])));

  test('nothing at all, a comment, or bytes behind the end of the image', () => {
    const open = jpegStream(even).subarray(0, -2);
    for (const rest of [[], segment(0xfe, [1, 2]), [0xff, 0xd9, 1, 2, 3, 4, 5, 6]])
      expect(new Set(samplesOf(Uint8Array.from([...open, ...rest])))).toEqual(new Set([138]));
  });

  test('nothing but markers', () => {
    expect(whyNot(jpegStream({ ...even, segments: [[1, 2, 3, 4]] }))).toBe('damaged');
    expect(whyNot(Uint8Array.from([0, 0xd8, ...jpegStream(even).subarray(2)]))).toBe('damaged');
  });
});

describe('progressive DCT', () => {
  /** After the DC, with all AC coefficients times 100, so that the smallest ones are seen. */
  const bands = (...scans: JpegStream['scans']) => {
    const table = segment(0xdb, [1, 1, ...Array.from({ length: 63 }, () => 100)]);
    const dc = { first: 0, last: 0, data: new BitWriter().difference(0).data() };
    return jpegStream({ ...even, marker: 0xc2, segments: [table], components: [{ quantization: 1 }], scans: [dc, ...scans] });
  };
  const one = (index: number, value: number) => samplesOf(bands({ first: index, last: index, data: new BitWriter().ac(0, value).data() }));
  const nothing = { first: 1, last: 63, low: 1, data: new BitWriter().symbol(END).data() };

  test('skips sixteen zeros with one symbol, in the first bits and in those that refine them', () => {
    const first = { first: 1, last: 63, data: new BitWriter().symbol(SIXTEEN_ZEROS).ac(0, 5).symbol(END).data() };
    expect(samplesOf(bands(first))).toEqual(one(17, 5));
    const refining = new BitWriter().symbol(SIXTEEN_ZEROS).symbol(1).bits(1, 1).symbol(END).data();
    expect(samplesOf(bands(nothing, { first: 1, last: 63, high: 1, low: 0, data: refining }))).toEqual(one(17, 1));
  });

  test('adds a last coefficient with either sign, between others that get one more bit', () => {
    const first = { first: 1, last: 63, low: 1, data: new BitWriter().ac(0, 1).ac(0, -1).symbol(END).data() };
    // Behind the sign of the new coefficient are the bits of those before it: 2 becomes 3, and -2 stays.
    const refining = new BitWriter().symbol(1).bits(0, 1).bits(1, 1).bits(0, 1).symbol(END).data();
    const apart = (...values: [number, number][]) =>
      samplesOf(bands(...values.map(([index, value]) => ({ first: index, last: index, data: new BitWriter().ac(0, value).data() }))));
    expect(samplesOf(bands(first, { first: 1, last: 63, high: 1, low: 0, data: refining }))).toEqual(apart([1, 3], [2, -2], [3, -1]));
    const end = { first: 63, last: 63, high: 1, low: 0, data: new BitWriter().symbol(1).bits(1, 1).data() };
    expect(samplesOf(bands({ ...nothing, first: 63 }, end))).toEqual(one(63, 1));
  });

  test('accepts thirteen bits left for later, and as many scans as there may be', () => {
    const dc = { first: 0, last: 0, low: 13, data: new BitWriter().difference(0).data() };
    expect(whyNot(jpegStream({ ...even, marker: 0xc2, scans: [dc] }))).toBe('decoded');
    const more = { first: 0, last: 0, high: 1, low: 0, data: new BitWriter().bits(1, 1).data() };
    expect(whyNot(jpegStream({ ...even, marker: 0xc2, scans: Array.from({ length: 64 }, () => more) }))).toBe('decoded');
  });

  test.each<[string, JpegStream['scans'][number]]>([
    ['a coefficient behind the last one', { first: 1, last: 63, data: TOO_FAR_AC }],
    ['a table that is not there', { first: 1, last: 63, tables: 0x11, data: zeros(100) }],
    [
      'two bits at once for a coefficient that is refined',
      { first: 1, last: 63, high: 1, data: new BitWriter().symbol(2).bits(0, 32).data() },
    ],
    ['a DC difference of 16 bits', { first: 0, last: 0, data: new BitWriter().difference(32_768).bits(0, 32).data() }],
  ])('with %s is refused', (_, scan) => expect(whyNot(bands(scan))).toBe('damaged'));

  test('with AC coefficients of several components in one scan is refused', () => {
    const scans = [{ of: [0, 1], first: 1, last: 5, data: zeros(100) }];
    const colour = { samplesPerPixel: 3 };
    expect(whyNot(jpegStream({ ...even, marker: 0xc2, components: [{}, {}, {}], scans }), colour)).toBe('damaged');
  });

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

  test('forgets a run of empty blocks at a restart marker', () => {
    const dc = { first: 0, last: 0, data: new BitWriter().difference(0).restart(0).difference(0).data() };
    // Two empty blocks are announced before the marker, and the second one has a coefficient behind it.
    const ac = { first: 1, last: 5, data: new BitWriter().symbol(0x10).bits(0, 1).restart(0).ac(0, 100).symbol(END).data() };
    const samples = samplesOf(jpegStream({ ...even, columns: 16, marker: 0xc2, restartInterval: 1, scans: [dc, ac] }), { columns: 16 });
    expect([new Set(samples.slice(0, 8)).size, samples.slice(8, 16)]).toEqual([1, [145, 143, 138, 131, 125, 118, 113, 111]]);
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
    // The first pixel of the second line is predicted from the one above it.
    const differences = Array.from({ length: 64 }, (_, pixel) => (pixel === 32 ? [0, 32, -32] : [0, 1, -1]));
    for (const [red, green, blue] of [[-28, -118, 72], ...differences.slice(1)] as [number, number, number][])
      data.difference(red).difference(green).difference(blue);
    const first = { first: 1, last: 0, data: data.data() };
    const stream = lossless([], { rows: 2, columns: 32, precision: 8, components: [{}, {}, {}], scans: [first] });
    const decoded = decodeJpeg(stream, { rows: 2, columns: 32, samplesPerPixel: 3, bitsAllocated: 8 });
    expect(decoded).toMatchObject({ ok: true, bits: 8 });
    expect(decoded.ok && decoded.samples).toEqual(
      Uint8Array.from({ length: 192 }, (_, index) => [100, 10 + Math.floor(index / 3), 200 - Math.floor(index / 3)][index % 3]!),
    );
  });

  test.each<[string, Partial<JpegStream>, number]>([
    ['a restart interval that is not whole lines', { restartInterval: 12 }, 1],
    ['one bit per sample', { precision: 1 }, 1],
    ['a point transform of all bits', { scans: [{ first: 1, last: 0, low: 12, data: zeros(64) }] }, 1],
    ['a table that is not there', { scans: [{ first: 1, last: 0, tables: 0x10, data: zeros(64) }] }, 1],
    ['a difference of 17 bits', { segments: [ONLY_17], scans: [{ first: 1, last: 0, tables: 0x10, data: zeros(200) }] }, 1],
    ['an unknown predictor', {}, 8],
  ])('with %s is refused', (_, about, predictor) => expect(whyNot(lossless(encoded(picture, 1), about, predictor))).toBe('damaged'));

  test('may have two bits for a sample, and not 17', () => {
    const scans = [{ first: 1, last: 0, data: zeros(64) }];
    expect(new Set(samplesOf(lossless([], { precision: 2, scans })))).toEqual(new Set([2]));
    expect(whyNot(lossless([], { precision: 17, scans }), { bitsAllocated: 32 })).toBe('damaged');
  });

  test.each([{ across: 2 }, { down: 2 }])('with shared chrominance is refused: %o', (sampling) => {
    const stream = lossless(encoded(picture, 1), { components: [sampling, {}, {}] });
    expect(whyNot(stream, { samplesPerPixel: 3 })).toBe('unknown-process');
  });
});

/** DC table 1: the bit 0 means 17. */
const ONLY_17 = segment(0xc4, [1, 1, ...zeros(15), 17]);

describe('the Adobe colour marker', () => {
  const colourOf = (transform: number) => {
    const decoded = decodeJpeg(jpegStream({ ...even, segments: [segment(0xee, [...ADOBE, 0, 100, 0, 0, 0, 0, transform])] }), expected);
    return decoded.ok && decoded.colour;
  };
  test('means red, green and blue when no transform is marked', () => expect(colourOf(0)).toBe('rgb'));
  test('means luminance and chrominance otherwise', () => expect(colourOf(1)).toBe('ybr'));
  test('means nothing with another name', () => {
    const other = segment(0xee, [...[...'Other'].map((letter) => letter.charCodeAt(0)), 0, 100, 0, 0, 0, 0, 1]);
    expect(decodeJpeg(jpegStream({ ...even, segments: [other] }), expected)).toMatchObject({ ok: true, colour: null });
  });
  test('leaves the colour to the header when it is missing', () => {
    expect(decodeJpeg(jpegStream(even), expected)).toMatchObject({ ok: true, colour: null });
  });
});

const TOO_FAR = new BitWriter().difference(0).ac(15, 1).ac(15, 1).ac(15, 1).ac(15, 1).symbol(END).data();

test.each([0xbf, 0xc8, 0xcc])('a segment with the marker ff%x, which concerns no decoder here, is skipped', (marker) => {
  expect(new Set(samplesOf(jpegStream({ ...even, segments: [segment(marker, [1, 2])] })))).toEqual(new Set([138]));
});

test('a Huffman table may have 256 codes', () => {
  expect(whyNot(jpegStream({ ...even, segments: [segment(0xc4, [0, ...zeros(14), 1, 255, ...zeros(256)])] }))).toBe('decoded');
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
    ['a horizontal sampling factor of 5', { components: [{ across: 5 }] }],
    ['a vertical sampling factor of 5', { components: [{ down: 5 }] }],
    ['a horizontal sampling factor of 0', { components: [{ across: 0 }] }],
    ['a vertical sampling factor of 0', { components: [{ down: 0 }] }],
    ['more components in a scan than in the frame', { scans: [{ of: [0, 0], first: 0, last: 63, data: zeros(100) }] }],
    ['a DC table that is not there', { scans: [{ first: 0, last: 63, tables: 0x10, data: zeros(100) }] }],
    ['an AC table that is not there', { scans: [{ first: 0, last: 63, tables: 0x01, data: zeros(100) }] }],
    ['a code that the table has not', { scans: [{ first: 0, last: 63, data: [0xf8, ...zeros(100)] }] }],
    [
      'a DC difference of 16 bits',
      { scans: [{ first: 0, last: 63, data: new BitWriter().difference(32_768).symbol(END).bits(0, 32).data() }] },
    ],
    ['a coefficient behind the last one', { scans: [{ first: 0, last: 63, data: TOO_FAR }] }],
    ['a Huffman table without its last count', { segments: [segment(0xc4, zeros(16))] }],
    ['a Huffman table without its last value', { segments: [segment(0xc4, [0, 0, 0, 0, 0, 3, ...zeros(11), 1, 2])] }],
    ['a Huffman table of 257 codes', { segments: [segment(0xc4, [0, ...zeros(14), 2, 255, ...zeros(257)])] }],
    ['a Huffman table with more codes than shorter ones leave', { segments: [segment(0xc4, [0, 1, 3, ...zeros(14), 1, 2, 3, 4])] }],
    ['a quantization table that is not there', { components: [{ quantization: 3 }] }],
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

  test('for an image without any Huffman or quantization table', () => {
    const [dc, ac] = [0, 0x10].map((number) => segment(0xc4, [number, 1, ...zeros(15), 0]));
    const image = [...segment(0xc0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]), ...segment(0xda, [1, 1, 0, 0, 63, 0]), ...zeros(20), 0xff, 0xd9];
    for (const tables of [[], dc!, ac!, [...dc!, ...ac!]])
      expect(whyNot(Uint8Array.from([0xff, 0xd8, ...tables, ...image]))).toBe('damaged');
  });

  test('for an arithmetic or hierarchical process', () => {
    expect(whyNot(jpegStream({ ...even, marker: 0xc9 }))).toBe('unknown-process');
    expect(whyNot(jpegStream({ ...even, marker: 0xc5 }))).toBe('unknown-process');
    expect(whyNot(jpegStream({ ...even, marker: 0xcf }))).toBe('unknown-process');
  });

  test('for a scan of which one component is unknown, or whose header is cut off', () => {
    const colour = { components: [{}, {}, {}], scans: [{ of: [0, 5], first: 0, last: 63, data: zeros(100) }] };
    expect(whyNot(jpegStream({ ...even, ...colour }), { samplesPerPixel: 3 })).toBe('damaged');
    const short = [
      ...jpegStream({ ...even, scans: [] }).subarray(0, -2),
      ...segment(0xda, [1, 1, 0, 0, 63]),
      ...even.scans[0]!.data,
      0xff,
      0xd9,
    ];
    expect(whyNot(Uint8Array.from(short))).toBe('damaged');
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
