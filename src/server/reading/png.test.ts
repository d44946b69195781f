import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodePng } from './png.ts';

const picture = (width: number, height: number, colourOf: (pixel: number) => [number, number, number]) => ({
  width,
  height,
  pixels: Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : colourOf(Math.floor(at / 4))[at % 4]!)),
});

/** Decodes strictly, chunk by chunk, and supports only the format that is written here. */
function decode(png: Uint8Array) {
  const bytes = Buffer.from(png);
  expect([...bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.subarray(at + 4, at + 8).toString('latin1');
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)));
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  expect(chunks.map((chunk) => chunk.type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  const [header, data] = [chunks[0]!.data, inflateSync(chunks[1]!.data)];
  const [width, height, colours] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 0 ? 1 : 3];
  const rows = Array.from({ length: height }, (_, row) => {
    const line = data.subarray(row * (1 + width * colours), (row + 1) * (1 + width * colours));
    const samples: number[] = [];
    for (const [at, difference] of line.subarray(1).entries()) samples.push((difference + (samples[at - colours] ?? 0)) & 0xff);
    return samples;
  });
  return { width, height, colours, depth: header[8], rows };
}

test('a grey image is returned with one sample per pixel', () => {
  const decoded = decode(encodePng(picture(3, 2, (pixel) => [pixel * 50, pixel * 50, pixel * 50])));
  expect(decoded).toEqual({
    width: 3,
    height: 2,
    colours: 1,
    depth: 8,
    rows: [
      [0, 50, 100],
      [150, 200, 250],
    ],
  });
});

test('an image with one coloured pixel is returned in red, green and blue', () => {
  const decoded = decode(encodePng(picture(2, 2, (pixel) => (pixel === 2 ? [255, 0, 9] : [7, 7, 7]))));
  expect(decoded.rows).toEqual([
    [7, 7, 7, 7, 7, 7],
    [255, 0, 9, 7, 7, 7],
  ]);
});
