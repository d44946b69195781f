import { gzipSync } from 'fflate';
import { afterEach, expect, it, vi } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { gunzip } from './gzip.ts';
import { nativeFirst } from './native-first.ts';

const PLAIN = Uint8Array.from({ length: 300_000 }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 24) & (at % 3 === 0 ? 0xff : 0x0f));

afterEach(() => vi.unstubAllGlobals());

async function taken(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece.slice());
  return joinBytes(all);
}

async function* inPieces(bytes: Uint8Array, length = 50_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

function nobody(): never {
  throw new Error('the careful inflater was asked');
}

it("inflates a valid stream with the platform's inflater only", async () => {
  const packed = gzipSync(PLAIN);
  expect(Buffer.from(await taken(nativeFirst(() => inPieces(packed), nobody))).equals(PLAIN)).toBe(true);
});

it('continues with the careful inflater after the last output, and repeats nothing', async () => {
  const packed = gzipSync(PLAIN);
  const cut = packed.subarray(0, packed.length - 100);
  const given = await taken(
    nativeFirst(
      () => inPieces(cut),
      () => inPieces(PLAIN, 7_001),
    ),
  );
  expect(Buffer.from(given).equals(PLAIN)).toBe(true);
});

it('returns the same when the platform has no inflater', async () => {
  vi.stubGlobal('DecompressionStream', undefined);
  expect(Buffer.from(await taken(gunzip(createMemorySource(gzipSync(PLAIN))))).equals(PLAIN)).toBe(true);
});

it('throws an error of the source unchanged, and reads the source once', async () => {
  const packed = gzipSync(PLAIN);
  let opened = 0;
  async function* breaking(): AsyncGenerator<Uint8Array> {
    opened += 1;
    yield packed.subarray(0, 1000);
    throw new Error('the share is gone');
  }
  await expect(taken(nativeFirst(breaking, nobody))).rejects.toThrow('the share is gone');
  expect(opened).toBe(1);
});

it('stops reading when the consumer stops', async () => {
  const packed = gzipSync(joinBytes(Array.from({ length: 20 }, () => PLAIN)), { level: 0 });
  let read = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of inPieces(packed)) {
      read += piece.length;
      yield piece;
    }
  }
  for await (const _ of nativeFirst(counted, nobody)) break;
  expect(read).toBeLessThan(packed.length / 2);
});
