import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Samples } from '#imaging/frame.ts';
import { areaAverage, areaGreys } from './area-average.ts';
import { resample } from './resample.ts';
import type { Size } from './tile-size.ts';
import { MOST_COLUMNS, tileKernel } from './tile-kernel.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Noise over all values of its kind. */
function noise<T extends Samples>(samples: T): T {
  let state = 5;
  for (let at = 0; at < samples.length; at += 1) samples[at] = state = (Math.imul(state, 1_664_525) + 1_013_904_223) >> 7;
  return samples;
}

const size = (width: number, height: number): Size => ({ width, height });

/** The exact average, pixel by pixel. */
function average(samples: Samples, from: Size, to: Size, x: number, y: number): number {
  const [left, right, top, bottom] = [x / to.width, (x + 1) / to.width, y / to.height, (y + 1) / to.height];
  let sum = 0;
  for (let row = Math.floor(top * from.height); row < bottom * from.height && row < from.height; row += 1) {
    for (let column = Math.floor(left * from.width); column < right * from.width && column < from.width; column += 1) {
      const height = Math.min(row + 1, bottom * from.height) - Math.max(row, top * from.height);
      const width = Math.min(column + 1, right * from.width) - Math.max(column, left * from.width);
      sum += (samples[row * from.width + column] as number) * Math.max(0, width) * Math.max(0, height);
    }
  }
  return (sum * to.width * to.height) / (from.width * from.height);
}

describe.each([
  ['signed', Int16Array],
  ['unsigned', Uint16Array],
])('the area average of %s samples', (_, Kind) => {
  it.each([
    [size(512, 512), size(160, 160)],
    [size(320, 320), size(160, 160)],
    [size(256, 200), size(160, 125)],
    [size(333, 517), size(103, 160)],
    [size(161, 160), size(160, 160)],
    [size(5, 900), size(1, 160)],
    [size(3001, 64), size(160, 3)],
    [size(4, 4), size(4, 4)],
    [size(3, 8), size(1, 4)],
    [size(1, 1), size(1, 1)],
    [size(2048, 2500), size(131, 160)],
    [size(20_000, 40), size(160, 1)],
  ])('from %o to %o equals the reference implementation', (from, to) => {
    const samples = noise(new Kind(from.width * from.height));
    const means = areaAverage(samples, from, to)!;
    const others = resample(samples, from, to);
    expect(means).toHaveLength(others.length);
    // The other implementation rounds weights and sums to 24 bits. Grey levels are some hundred of these units.
    let furthest = 0;
    for (let at = 0; at < means.length; at += 1) furthest = Math.max(furthest, Math.abs((means[at] as number) - (others[at] as number)));
    expect(furthest).toBeLessThan(0.05);
  });

  it('is exact for the highest and lowest values', () => {
    const [from, to] = [size(77, 90), size(31, 40)];
    const samples = noise(new Kind(from.width * from.height));
    samples.fill(Kind === Int16Array ? -32_768 : 65_535, 0, 400);
    const means = areaAverage(samples, from, to)!;
    for (let at = 0; at < means.length; at += 1) {
      expect(means[at]).toBeCloseTo(average(samples, from, to, at % to.width, Math.floor(at / to.width)), 1);
    }
  });
});

it('no sum overflows in the tallest image', () => {
  const [from, to] = [size(8, 32_767), size(1, 1)];
  expect(areaAverage(new Uint16Array(from.width * from.height).fill(65_535), from, to)).toEqual(Float32Array.of(65_535));
  expect(areaAverage(new Int16Array(from.width * from.height).fill(-32_768), from, to)).toEqual(Float32Array.of(-32_768));
});

it('a wide image does not affect the next one', () => {
  areaAverage(new Uint16Array(700 * 8).fill(60_000), size(700, 8), size(100, 4));
  expect(areaAverage(new Uint16Array(9 * 9).fill(7), size(9, 9), size(3, 3))).toEqual(new Float32Array(9).fill(7));
});

it.each<[string, Samples, Size, Size]>([
  ['grows', new Int16Array(64), size(8, 8), size(16, 8)],
  ['has 8-bit samples', new Uint8Array(64), size(8, 8), size(4, 4)],
  ['has floating-point samples', new Float32Array(64), size(8, 8), size(4, 4)],
  ['is wider than the buffer', new Int16Array(8 * (MOST_COLUMNS + 1)), size(MOST_COLUMNS + 1, 8), size(160, 1)],
  ['stays larger than a tile', new Int16Array(513 * 8), size(513, 8), size(513, 8)],
  ['is too high for the sums', new Int16Array(4 * 40_000), size(4, 40_000), size(1, 160)],
])('an image that %s is left to the JavaScript implementation', (_, samples, from, to) => {
  expect(areaAverage(samples, from, to)).toBeNull();
});

it('every image is left to the JavaScript implementation when there is no WebAssembly', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  vi.resetModules();
  const fresh = await import('./area-average.ts');
  expect(fresh.areaAverage(new Int16Array(64), size(8, 8), size(4, 4))).toBeNull();
  expect(fresh.areaGreys(new Int16Array(64), size(8, 8), size(4, 4), { factor: 1, offset: 0 })).toBeNull();
});

it('means become the same opaque greys as in JavaScript, from 0 to 255', () => {
  const [from, to] = [size(320, 96), size(161, 77)];
  const samples = noise(new Int16Array(from.width * from.height));
  for (const line of [
    { factor: 255 / 399, offset: -500 },
    { factor: -1 / 16, offset: 127.5 },
    { factor: 1e300, offset: -1e300 },
    { factor: 0, offset: 3.5 },
  ]) {
    const expected = Uint8ClampedArray.from({ length: to.width * to.height * 4 }, () => 255);
    for (const [pixel, mean] of areaAverage(samples, from, to)!.entries()) {
      const grey = Math.floor(Math.fround(Math.max(0, Math.min(255, mean * line.factor + line.offset))) + 0.5);
      expected.fill(grey, pixel * 4, pixel * 4 + 3);
    }
    expect(areaGreys(samples, from, to, line)).toEqual(expected);
  }
});

it('rows are added with their weights to the existing sums', () => {
  const kernel = tileKernel()!;
  const sums = new Int32Array(kernel.signed.buffer, kernel.signed.byteLength, 9);
  const weights = (one: number, other: number) => one | (other << 16);
  kernel.signed.set([1, -2, 3, -4, 5, -6, 7, -8, 32_767]);
  kernel.signed.set([1, 1, 1, 1, 1, 1, 1, 1, -32_768], 9);
  kernel.signed.set([9, 9, 9, 9, 9, 9, 9, 9, 9], 18);
  kernel.signed.set([0, 0, 0, 0, 0, 0, 0, 0, -1], 27);
  kernel.rows(0, 18, 18, weights(160, 7), weights(1, 3), 0, 0);
  expect([...sums]).toEqual([176, -304, 496, -624, 816, -944, 1136, -1264, 32_767 * 160 - 32_768 * 7 + 9 - 3]);
  kernel.rows(0, 18, 18, weights(0, 1), weights(0, 0), 0, -1);
  expect([...sums]).toEqual([177, -303, 497, -623, 817, -943, 1137, -1263, 32_767 * 160 - 32_768 * 8 + 9 - 3]);
});
