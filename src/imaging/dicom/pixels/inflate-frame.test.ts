import { deflateSync } from 'fflate';
import { expect, test } from 'vitest';
import { inflateFrame } from './inflate-frame.ts';

/** No two of its bytes are predictable: it hardly becomes shorter. */
const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * index * 31 + (index >> 3) * 17) % 251);
const deflated = deflateSync(noise);

test('a deflated frame is inflated as far as it is wanted', () => {
  expect(deflated.length).toBeGreaterThan(2048);
  for (const length of [1, 4999, 5000]) expect(inflateFrame(deflated, length)).toEqual(noise.subarray(0, length));
});

test('what stands behind a complete frame does not matter', () => {
  expect(inflateFrame(Uint8Array.from([...deflated, ...Uint8Array.from({ length: 3000 }, () => 0xff)]), 5000)).toEqual(noise);
});

test('a frame that is too short, cut off or damaged is none', () => {
  expect(inflateFrame(deflated, 5001)).toBe(null);
  expect(inflateFrame(deflated.subarray(0, 2000), 5000)).toBe(null);
  expect(inflateFrame(Uint8Array.of(0xff, 0xff, 0xff), 10)).toBe(null);
});

test('a length that so few bytes cannot have is refused before memory is taken', () => {
  const black = deflateSync(new Uint8Array(100_000));
  expect(inflateFrame(black, 100_000)?.length).toBe(100_000);
  expect(inflateFrame(black, 2 ** 31)).toBe(null);
});
