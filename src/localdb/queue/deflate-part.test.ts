import { inflateRawSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deflatePart } from './deflate-part.ts';

/** Like a slice: slowly changing values with noise in the lowest bits. */
const image = (samples: number): Uint8Array =>
  new Uint8Array(Int16Array.from({ length: samples }, (_, n) => Math.sin(n / 900) * 900 + (Math.imul(n, 2_654_435_761) >>> 30)).buffer);

describe('a part of a chunk', () => {
  it.each([0, 1, 100, 40_000, 300_000])('with %i samples inflates to the same bytes, or is sent unchanged', (samples) => {
    const bytes = image(samples);
    const deflated = deflatePart(bytes);
    if (samples >= 40_000) expect(deflated).not.toBeNull();
    if (deflated !== null) {
      expect(deflated.length).toBeLessThan(bytes.length);
      expect(new Uint8Array(inflateRawSync(deflated))).toEqual(bytes);
    }
  });

  it('that is already compressed is sent unchanged', () => {
    expect(deflatePart(new Uint8Array(randomBytes(500_000)))).toBeNull();
    expect(deflatePart(new Uint8Array(randomBytes(1_000)))).toBeNull();
  });
});
