import { crc32, deflateSync } from 'node:zlib';

/** An RGBA image as a PNG without alpha (W3C PNG, third edition), with a single grey channel if every pixel is grey. */
export function encodePng({
  width,
  height,
  pixels,
}: {
  width: number;
  height: number;
  pixels: Uint8ClampedArray;
}): Uint8Array<ArrayBuffer> {
  const channels = isGrey(pixels) ? 1 : 3;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bits per sample; grey or RGB; the only compression, the only filter method, not interlaced.
  header.set([8, channels === 1 ? 0 : 2, 0, 0, 0], 8);
  const rows = deflateSync(filteredRows(pixels, width, height, channels), { level: 9 });
  return Uint8Array.from(Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]));
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function isGrey(pixels: Uint8ClampedArray): boolean {
  for (let at = 0; at < pixels.length; at += 4) if (pixels[at] !== pixels[at + 1] || pixels[at] !== pixels[at + 2]) return false;
  return true;
}

const SUB = 1;

/** Each sample as the difference to the one on its left: images are smooth, so deflate compresses this better. */
function filteredRows(pixels: Uint8ClampedArray, width: number, height: number, channels: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * channels));
  let at = 0;
  for (let row = 0; row < height; row += 1) {
    rows[at++] = SUB;
    for (let column = 0; column < width; column += 1) {
      const pixel = (row * width + column) * 4;
      for (let channel = 0; channel < channels; channel += 1) {
        rows[at++] = pixels[pixel + channel]! - (column === 0 ? 0 : pixels[pixel - 4 + channel]!);
      }
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
