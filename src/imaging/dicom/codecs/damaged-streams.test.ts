import { expect, test } from 'vitest';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { encodeJpeg2000, encodeJpegLs } from '#tests/fixtures/encoded.ts';
import { eightBlocks } from '#tests/fixtures/jpeg-stream.ts';
import { decodeJpeg } from './jpeg/decode-jpeg.ts';

const codecs = createNodeCodecs();
const picture = Uint16Array.from({ length: 64 * 72 }, (_, index) => ((index * 13) % 997) + (index % 72) * 70);

test.each([
  ['jpeg-ls', encodeJpegLs],
  ['jpeg-2000', encodeJpeg2000],
] as const)('%s with any byte changed is decoded or refused, and the next stream is decoded', async (coding, encode) => {
  const expected = { rows: 64, columns: 72, samplesPerPixel: 1, bitsAllocated: 16 };
  const stream = await encode({ ...expected, samples: picture });
  for (let at = 2; at < stream.length; at += 97) {
    const broken = stream.slice();
    broken[at] = (broken[at] as number) ^ 0xff;
    const decoded = await codecs[coding](broken, expected);
    expect(decoded.ok ? decoded.samples.length : decoded.why).toBeTruthy();
  }
  expect(await codecs[coding](stream, expected)).toMatchObject({ ok: true });
});

test('jpeg with any byte changed is decoded or refused', () => {
  const expected = { rows: 8, columns: 64, samplesPerPixel: 1, bitsAllocated: 16 };
  const whole = eightBlocks();
  for (let at = 0; at < whole.length; at += 1) {
    for (const value of [0, 1, 0x7f, 0xd0, 0xff]) {
      const broken = whole.slice();
      broken[at] = value;
      const decoded = decodeJpeg(broken, expected);
      expect(['decoded', 'damaged', 'differs-from-header', 'unknown-process']).toContain(decoded.ok ? 'decoded' : decoded.why);
    }
  }
});
