import { expect, test } from 'vitest';
import type { Overlay } from '#imaging/frame.ts';
import { paintOverlays } from './paint-overlays.ts';

const plain: Overlay = { rows: 2, columns: 2, top: 0, left: 0, bits: Uint8Array.of(0b1001), firstBit: 0, isRegion: false };

/** The red values of a grey tile. The other channels are equal, and nothing becomes transparent. */
function painted(overlay: Overlay, from: number, size: number): number[] {
  const pixels = new Uint8ClampedArray(size * size * 4).fill(101);
  paintOverlays(pixels, { width: from, height: from }, { width: size, height: size }, [overlay]);
  const reds = [...pixels].filter((_, at) => at % 4 === 0);
  expect([...pixels].filter((_, at) => at % 4 === 2)).toEqual(reds);
  expect([...pixels].filter((_, at) => at % 4 === 3).every((alpha) => alpha === 101)).toBe(true);
  return reds;
}

test('graphics are white at their points', () => {
  expect(painted(plain, 2, 2)).toEqual([255, 101, 101, 255]);
  expect(painted({ ...plain, firstBit: 1, bits: Uint8Array.of(0b10010) }, 2, 2)).toEqual([255, 101, 101, 255]);
});

test('a region lets the image through evenly, however many of its points share a pixel', () => {
  const full: Overlay = { ...plain, bits: Uint8Array.of(0b1111), isRegion: true };
  expect(painted(full, 2, 2)).toEqual([178, 178, 178, 178]);
  expect(painted(full, 4, 2)).toEqual([178, 101, 101, 101]);
});

test('a point is also visible in a smaller tile, and anything outside the image is not', () => {
  expect(painted({ ...plain, top: 1, left: 1 }, 4, 2)).toEqual([255, 101, 101, 255]);
  expect(painted({ ...plain, top: -1, left: -1 }, 2, 2)).toEqual([255, 101, 101, 101]);
  expect(painted({ ...plain, top: 30_000 }, 2, 2)).toEqual([101, 101, 101, 101]);
});
