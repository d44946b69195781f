import { expect, it } from 'vitest';
import { encodePng } from '#server/reading/png.ts';
import { decodePng } from './decode-png.ts';

const SIZE = { width: 33, height: 21 };
const grey = (at: number): number => (at * 37 + (at % 7) * 90) % 256;

it('the greys of an image are returned, also from a colour file', async () => {
  for (const isColour of [false, true]) {
    const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
    for (let at = 0; at < pixels.length / 4; at += 1) pixels.set([grey(at), grey(at), isColour ? grey(at) + 1 : grey(at), 255], at * 4);
    const { greys } = await decodePng(encodePng({ ...SIZE, pixels }), SIZE);
    expect(greys.every((value, at) => Math.abs(value - grey(at)) <= 1)).toBe(true);
  }
});

it('a file that is not an image of the expected size is refused without decompressing it', async () => {
  const png = encodePng({ ...SIZE, pixels: new Uint8ClampedArray(SIZE.width * SIZE.height * 4) });
  await expect(decodePng(png, { width: 32, height: 21 })).rejects.toThrow('does not match its tiles');
  await expect(decodePng(png.subarray(0, 50), SIZE)).rejects.toThrow('cut off');
  await expect(decodePng(png.subarray(1), SIZE)).rejects.toThrow('not a PNG');
  await expect(decodePng(new Uint8Array(), SIZE)).rejects.toThrow('not a PNG');
});
