import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { encodeJpeg2000, encodeJpegLs } from '#tests/fixtures/encoded.ts';
import { eightBlocks } from '#tests/fixtures/jpeg-stream.ts';
import { rleFrame } from '#tests/fixtures/rle-frame.ts';
import { createCodecs } from './codecs.ts';

const codecs = createNodeCodecs();
const expected = { rows: 64, columns: 72, samplesPerPixel: 1, bitsAllocated: 16 };
const picture = Uint16Array.from({ length: 64 * 72 }, (_, index) => ((index * 13) % 997) + (index % 72) * 70);

test('JPEG and RLE are decoded without a file', async () => {
  const image = { rows: 8, columns: 64, samplesPerPixel: 1, bitsAllocated: 8 };
  const none = createCodecs(() => Promise.reject(new Error('not needed')));
  expect(await none.jpeg(eightBlocks(), image)).toMatchObject({ ok: true, bits: 8 });
  expect(await none.rle(rleFrame([1, 2, 3]), { ...image, rows: 1, columns: 3 })).toMatchObject({ samples: Uint8Array.of(1, 2, 3) });
});

describe.each(['jpeg-ls', 'jpeg-2000'] as const)('%s', (coding) => {
  const encode = coding === 'jpeg-ls' ? encodeJpegLs : encodeJpeg2000;

  test('returns what was encoded', async () => {
    const decoded = await codecs[coding](await encode({ ...expected, samples: picture }), expected);
    expect(decoded).toMatchObject({ ok: true, bits: 16 });
    expect(decoded.ok && [...decoded.samples]).toEqual([...picture]);
  });

  test.each([
    ['rows', { rows: 65 }],
    ['columns', { columns: 73 }],
    ['samples per pixel', { samplesPerPixel: 3 }],
    ['bits', { bitsAllocated: 8 }],
  ])('with other %s than in the header is refused before decoding', async (_, about) => {
    expect(await codecs[coding](await encode({ ...expected, samples: picture }), { ...expected, ...about })).toEqual({
      ok: false,
      why: 'differs-from-header',
    });
  });

  test('truncated in its header, or another kind of stream, is refused', async () => {
    const stream = await encode({ ...expected, samples: picture });
    for (const bytes of [new Uint8Array(0), new Uint8Array(100), stream.subarray(0, 9)]) {
      expect(await codecs[coding](bytes, expected)).toEqual({ ok: false, why: 'damaged' });
    }
  });

  test('whose file cannot be loaded throws, and is loaded again with the next frame', async () => {
    let isOnline = false;
    const offline = createCodecs((file) => {
      if (!isOnline) return Promise.reject(new Error('offline'));
      return readFile(fileURLToPath(import.meta.resolve(`@cornerstonejs/codec-${file}/decodewasm`)));
    });
    const stream = await encode({ ...expected, samples: picture });
    await expect(offline[coding](stream, expected)).rejects.toThrow('offline');
    isOnline = true;
    expect(await offline[coding](stream, expected)).toMatchObject({ ok: true });
  });
});
