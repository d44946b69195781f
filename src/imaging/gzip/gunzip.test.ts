import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { countingSource } from '#tests/fixtures/counting-source.ts';
import { gunzip } from './gunzip.ts';
import { GunzipSource } from './gunzip-source.ts';
import { KeptGunzipSource } from './kept-gunzip-source.ts';

/** Half noise, half zeros: deflate can neither store nor fully compress it. */
function content(length: number): Uint8Array<ArrayBuffer> {
  let state = 7;
  const next = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16;
  return Uint8Array.from({ length }, (_, index) => (index % 64 < 32 ? next() : 0));
}

function together(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function inflated(bytes: Uint8Array): Promise<{ bytes: Uint8Array; end: string; largest: number }> {
  const walk = gunzip(createMemorySource(bytes));
  const parts: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await walk.next();
    if (done) return { bytes: together(...parts), end: value, largest: Math.max(0, ...parts.map((part) => part.length)) };
    parts.push(value);
  }
}

describe('a gzip file', () => {
  it('is inflated in pieces to the original content', async () => {
    const plain = content(600_000);
    const { bytes, end } = await inflated(gzipSync(plain));
    expect(end).toBe('whole');
    expect(Buffer.from(bytes).equals(plain)).toBe(true);
  });

  it('with several members contains all of them in order', async () => {
    const [first, second] = [content(100_000), content(50_000)];
    const { bytes, end } = await inflated(together(gzipSync(first), gzipSync(second), gzipSync(new Uint8Array(0))));
    expect(end).toBe('whole');
    expect(Buffer.from(bytes).equals(together(first, second))).toBe(true);
  });

  it.each([
    ['cut in the middle', (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1), 'cut-off'],
    ['with another method', (bytes: Uint8Array) => Uint8Array.from(bytes, (byte, at) => (at === 10 ? 0xff : byte)), 'damaged'],
    ['followed by zeros', (bytes: Uint8Array) => together(bytes, new Uint8Array(512)), 'whole'],
    ['with a wrong checksum', (bytes: Uint8Array) => together(bytes.subarray(0, -8), new Uint8Array(4), bytes.subarray(-4)), 'damaged'],
    ['truncated in its trailer', (bytes: Uint8Array) => bytes.subarray(0, -3), 'cut-off'],
  ])('%s says so', async (_, change, end) => {
    expect((await inflated(change(gzipSync(content(100_000))))).end).toBe(end);
  });

  it('with an endless header is refused', async () => {
    const bytes = new Uint8Array(3_000_000).fill(0x61);
    bytes.set([0x1f, 0x8b, 8, 8]);
    const file = countingSource(bytes);
    expect(await gunzip(file).next()).toEqual({ done: true, value: 'damaged' });
    expect(file.readBytes).toBeLessThan(2_000_000);
  });

  it('returns no piece above 17 MB, however strong the compression', async () => {
    const walk = gunzip(createMemorySource(gzipSync(new Uint8Array(24_000_000), { level: 1 })));
    let [largest, whole] = [0, 0];
    for await (const piece of walk) {
      largest = Math.max(largest, piece.length);
      whole += piece.length;
    }
    expect(largest).toBeLessThan(17_500_000);
    expect(whole).toBe(24_000_000);
  });
});

describe.each([
  ['walked', GunzipSource],
  ['kept', KeptGunzipSource],
])('ranges of a gzip file that is %s', (_, Source) => {
  const plain = content(2_000_000);
  const packed = gzipSync(plain);

  it('contain the right bytes, forwards, backwards and across pieces', async () => {
    const source = new Source(createMemorySource(packed), plain.length);
    for (const [offset, length] of [
      [10, 5],
      [15, 700_000],
      [3, 4],
      [1_999_990, 100],
      [0, 1],
    ] as const) {
      expect(Buffer.from(await source.read(offset, length)).equals(plain.subarray(offset, offset + length))).toBe(true);
    }
  });

  it('wait for each other', async () => {
    const source = new Source(createMemorySource(packed), plain.length);
    const ranges = [1_500_000, 200, 900_000].map(async (offset) => Buffer.from(await source.read(offset, 300)));
    expect(await Promise.all(ranges)).toEqual([1_500_000, 200, 900_000].map((offset) => Buffer.from(plain.subarray(offset, offset + 300))));
  });

  it('read the file no further than needed, and nothing twice when reading forwards', async () => {
    const file = countingSource(packed);
    const source = new Source(file, plain.length);
    await source.read(200_000, 1000);
    expect(file.readBytes).toBe(256 * 1024);
    await source.read(300_000, 1000);
    expect(file.readBytes).toBe(256 * 1024);
    expect(file.readBytes).toBeLessThan(packed.length / 2);
  });

  it('end where the stream ends', async () => {
    const source = new Source(createMemorySource(packed.subarray(0, packed.length >> 1)), plain.length);
    const read = await source.read(0, plain.length);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(plain.length);
    expect(Buffer.from(read).equals(plain.subarray(0, read.length))).toBe(true);
  });

  it('can be read again after a temporary read error', async () => {
    const memory = createMemorySource(packed);
    let fails = true;
    const source = new Source(
      { size: packed.length, read: (...range) => (fails ? Promise.reject(new Error('gone')) : memory.read(...range)) },
      plain.length,
    );
    await expect(source.read(500, 10)).rejects.toThrow('gone');
    fails = false;
    expect(Buffer.from(await source.read(500, 10)).equals(plain.subarray(500, 510))).toBe(true);
  });
});

describe('a gzip file that is kept in memory', () => {
  it('is read once for any number of ranges', async () => {
    const plain = content(500_000);
    const file = countingSource(gzipSync(plain));
    const source = new KeptGunzipSource(file, plain.length);
    for (const offset of [400_000, 300_000, 0, 499_000]) expect((await source.read(offset, 1000)).length).toBe(1000);
    expect(file.readBytes).toBe(file.size);
  });
});
