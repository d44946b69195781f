import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { GreyPicture } from '#imaging/recognise/recognise-tile.ts';

/** The image is not a PNG in our format; the message says why. */
export class PngFault extends Error {
  override readonly name = 'PngFault';
}

const inflated = promisify(inflate);

/**
 * The grey values of a PNG whose size is known before it is decompressed (W3C PNG, third edition): 8 bits, grey, RGB or with alpha, not interlaced,
 * as every browser's canvas writes it. The decompressed size is limited to that: fast-png 8 has no such limit, pngjs 7 has none for interlaced
 * images and uses private functions of Node's zlib.
 */
export async function decodePng(png: Uint8Array, { width, height }: { width: number; height: number }): Promise<GreyPicture> {
  const { channels, data } = readChunks(Buffer.from(png.buffer, png.byteOffset, png.byteLength), width, height);
  const expected = height * (1 + width * channels);
  const rows = await inflated(data, { maxOutputLength: expected }).catch(() => {
    throw new PngFault('Its pixels cannot be decompressed');
  });
  if (rows.length !== expected) throw new PngFault('Pixels are missing');
  return { width, height, greys: toGreys(unfilter(rows, width, height, channels), channels) };
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS_OF_COLOUR_TYPE: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [4, 2],
  [6, 4],
]);

function readChunks(png: Buffer, width: number, height: number): { channels: number; data: Buffer } {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new PngFault('It is not a PNG');
  let channels: number | undefined;
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (body.length !== length) throw new PngFault('It is cut off');
    if (type === 'IHDR') channels = channelsOf(body, width, height);
    if (type === 'IDAT') data.push(body);
    if (type === 'IEND') break;
    at += 12 + length;
  }
  if (channels === undefined || data.length === 0) throw new PngFault('It has no image data');
  return { channels, data: Buffer.concat(data) };
}

function channelsOf(header: Buffer, width: number, height: number): number {
  if (header.length !== 13 || header.readUInt32BE(0) !== width || header.readUInt32BE(4) !== height) {
    throw new PngFault('Its size does not match its tiles');
  }
  const [bits, colourType = -1, , , interlaced] = header.subarray(8);
  const channels = CHANNELS_OF_COLOUR_TYPE.get(colourType);
  if (bits !== 8 || interlaced !== 0 || channels === undefined) throw new PngFault('Its PNG format is not supported');
  return channels;
}

/** In place: each byte is stored as the difference to its neighbours (PNG, 9.2). */
function unfilter(rows: Buffer, width: number, height: number, channels: number): Uint8Array {
  const stride = width * channels;
  const plain = new Uint8Array(height * stride);
  for (let row = 0; row < height; row += 1) {
    const from = row * (stride + 1);
    const filter = rows[from]!;
    if (filter > 4) throw new PngFault('It has an unknown filter');
    const to = row * stride;
    for (let at = 0; at < stride; at += 1) {
      const left = at < channels ? 0 : plain[to + at - channels]!;
      const above = row === 0 ? 0 : plain[to + at - stride]!;
      const corner = row === 0 || at < channels ? 0 : plain[to + at - stride - channels]!;
      plain[to + at] = rows[from + 1 + at]! + predicted(filter, left, above, corner);
    }
  }
  return plain;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const [toLeft, toAbove, toCorner] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** For grey images the first sample is enough; for coloured ones, which MR never has, the mean. */
function toGreys(plain: Uint8Array, channels: number): Uint8Array {
  const greys = new Uint8Array(plain.length / channels);
  for (let pixel = 0; pixel < greys.length; pixel += 1) {
    const at = pixel * channels;
    greys[pixel] = channels < 3 ? plain[at]! : (plain[at]! + plain[at + 1]! + plain[at + 2]!) / 3;
  }
  return greys;
}
