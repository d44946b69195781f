import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sha256Of, testBytes } from '#server/rules/uploads-test-bench.ts';
import { findingsOf, type PackedChunk } from './packed.ts';

const MEBIBYTE = 1024 * 1024;

/** A chunk of whole files of so many bytes. */
function chunkOf(sizes: readonly number[]): PackedChunk {
  const body = testBytes(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  const files = sizes.map((size, n) => {
    const bytes = body.subarray(at, at + size);
    const part = { offset: 0, length: size, crc: crc32(bytes), at };
    at += size;
    return { fileId: `${n}`, name: '', seriesClientId: '', size, sha256: sha256Of(bytes), originalSha256: null, parts: [part] };
  });
  return { header: {} as PackedChunk['header'], head: new Uint8Array(4), body, files };
}

/** How often the process came to something else while it looked at a chunk. */
async function turnsDuring(chunk: PackedChunk): Promise<{ turns: number; equal: number }> {
  let turns = 0;
  let isOver = false;
  const tick = (): void => {
    if (isOver) return;
    turns += 1;
    setImmediate(tick);
  };
  setImmediate(tick);
  const { equal } = await findingsOf(chunk);
  isOver = true;
  return { turns, equal: equal.size };
}

describe('looking at the bytes of a chunk', () => {
  it('lets the process come to something else after every MiB', async () => {
    expect(await turnsDuring(chunkOf([MEBIBYTE / 2, MEBIBYTE / 4, MEBIBYTE / 8]))).toEqual({ turns: 0, equal: 3 });
    expect(await turnsDuring(chunkOf([MEBIBYTE, 10, MEBIBYTE]))).toEqual({ turns: 2, equal: 3 });
  });
});
