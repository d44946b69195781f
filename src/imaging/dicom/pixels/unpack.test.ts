import { describe, expect, test } from 'vitest';
import { interleave, samplesToRgb, spreadChrominance } from './unpack-colour.ts';
import { unpackFloats } from './unpack-floats.ts';
import { unpackBits, unpackIntegers } from './unpack-integers.ts';

describe('integers of a frame', () => {
  const format = (bitsAllocated: number, bitsStored: number, highBit: number, pixelRepresentation: 0 | 1) => ({
    ...{ bitsAllocated, bitsStored, highBit, pixelRepresentation },
  });

  test.each([
    ['8 bits', [1, 255], format(8, 8, 7, 0), new Uint8Array([1, 255])],
    ['8 bits with a sign', [1, 255], format(8, 8, 7, 1), new Int8Array([1, -1])],
    ['8 bits, 6 of them used', [0xff, 0x41], format(8, 6, 5, 0), new Uint8Array([0x3f, 1])],
    ['16 bits', [0x34, 0x12, 0xff, 0xff], format(16, 16, 15, 0), new Uint16Array([0x1234, 0xffff])],
    ['16 bits with a sign', [0xff, 0xff, 0x00, 0x80], format(16, 16, 15, 1), new Int16Array([-1, -32_768])],
    ['16 bits, the lower 12 used', [0x34, 0xf2], format(16, 12, 11, 0), new Uint16Array([0x234])],
    ['16 bits, the upper 12 used', [0x34, 0x12], format(16, 12, 15, 0), new Uint16Array([0x123])],
    ['16 bits, 12 in the middle used', [0x34, 0xf2], format(16, 12, 13, 0), new Uint16Array([0xc8d])],
    ['12 bits with a sign', [0xff, 0x0f, 0xff, 0x07], format(16, 12, 11, 1), new Int16Array([-1, 2047])],
    ['12 bits with a sign, below something else', [0x01, 0xf8], format(16, 12, 11, 1), new Int16Array([-2047])],
    ['32 bits', [1, 2, 3, 0xf4], format(32, 32, 31, 0), new Uint32Array([0xf403_0201])],
    ['32 bits with a sign', [0xff, 0xff, 0xff, 0xff], format(32, 32, 31, 1), new Int32Array([-1])],
    ['32 bits, 24 of them used', [1, 2, 3, 0xf4], format(32, 24, 23, 0), new Uint32Array([0x03_0201])],
  ])('of %s', (_what, bytes, how, samples) => {
    expect(unpackIntegers(Uint8Array.from(bytes), samples.length, how, false)).toEqual(samples);
    const width = how.bitsAllocated / 8;
    const swapped = Uint8Array.from(bytes);
    for (let at = 0; at < swapped.length; at += width) swapped.subarray(at, at + width).reverse();
    expect(unpackIntegers(swapped, samples.length, how, true)).toEqual(samples);
  });

  test('are as many as a frame has, in their own memory', () => {
    const source = Buffer.from([9, 1, 2, 3, 4, 5, 6, 7]);
    const samples = unpackIntegers(source.subarray(1), 2, format(16, 12, 11, 0), false);
    expect([...samples]).toEqual([0x201, 0x403]);
    samples.fill(0);
    expect([...source]).toEqual([9, 1, 2, 3, 4, 5, 6, 7]);
  });
});

test.each([
  [[0b1010_0001], 8, 0, [1, 0, 0, 0, 0, 1, 0, 1]],
  [[0b1010_0001, 0b0000_0010], 6, 5, [1, 0, 1, 0, 1, 0]],
  [[0b0000_0000, 0b0000_0001], 1, 8, [1]],
])('the bits of %o, %i of them from bit %i on, are %o: lowest bit first', (bytes, count, first, samples) => {
  expect([...unpackBits(Uint8Array.from(bytes), count, first)]).toEqual(samples);
});

test('floats and doubles are read in the byte order of the file, in place', () => {
  const view = new DataView(new ArrayBuffer(24));
  view.setFloat32(4, 0.5, true);
  view.setFloat32(8, -2, false);
  view.setFloat64(12, 0.1, true);
  const bytes = new Uint8Array(view.buffer);
  expect(unpackFloats(bytes.subarray(4), 1, 'float', false)).toEqual(Float32Array.of(0.5));
  expect(unpackFloats(bytes.subarray(8), 1, 'float', true)).toEqual(Float32Array.of(-2));
  expect(unpackFloats(bytes.subarray(12), 1, 'double', false)).toEqual(Float64Array.of(0.1));
  view.setFloat64(8, -0.25, false);
  view.setFloat64(16, 7, false);
  expect(unpackFloats(bytes.subarray(8), 2, 'double', true)).toEqual(Float64Array.of(-0.25, 7));
});

describe('colours of a frame', () => {
  test('stored by plane become pixels with 8 or 16 bits, in their own array', () => {
    const planes = Uint8Array.of(1, 2, 3, 4, 5, 6);
    expect(interleave(planes, 3)).toEqual(Uint8Array.of(1, 3, 5, 2, 4, 6));
    expect(planes).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6));
    expect(interleave(Uint16Array.of(1, 2, 300, 4), 2)).toEqual(Uint16Array.of(1, 300, 2, 4));
  });

  test('shared by two pixels are copied to both', () => {
    expect(spreadChrominance(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))).toEqual(Uint8Array.of(1, 3, 4, 2, 3, 4, 5, 7, 8, 6, 7, 8));
    expect(spreadChrominance(Uint16Array.of(100, 200, 300, 400))).toEqual(Uint16Array.of(100, 300, 400, 200, 300, 400));
  });

  // PS3.3 C.7.6.3.1.2: the equations of the standard, rounded.
  test.each([
    ['rgb', [10, 20, 30], [10, 20, 30]],
    ['ybr', [0, 128, 128], [0, 0, 0]],
    ['ybr', [255, 128, 128], [255, 255, 255]],
    ['ybr', [76, 85, 255], [254, 0, 0]],
    ['ybr', [150, 44, 21], [0, 255, 1]],
    ['ybr', [29, 255, 107], [0, 0, 254]],
    ['ybr', [100, 120, 140], [117, 94, 86]],
    ['ybr-partial', [16, 128, 128], [0, 0, 0]],
    ['ybr-partial', [235, 128, 128], [255, 255, 255]],
    ['ybr-partial', [100, 120, 140], [117, 91, 82]],
  ] as const)('%s %o is converted to %o in red, green and blue', (space, samples, rgb) => {
    expect([...samplesToRgb(Uint8Array.from(samples), 8, space)]).toEqual(rgb);
    // Of 16 bits they are the same.
    expect([
      ...samplesToRgb(
        Uint16Array.from(samples, (value) => value * 257),
        16,
        space,
      ),
    ]).toEqual(rgb);
  });

  test('with fewer than 8 bits are scaled to a full byte', () => {
    expect([...samplesToRgb(Uint8Array.of(0, 8, 15), 4, 'rgb')]).toEqual([0, 136, 255]);
  });
});
