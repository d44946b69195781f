import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sha256Of, testBytes } from '#server/rules/uploads/uploads-test-bench.ts';
import { chunkHeaderToBytes, type ChunkPart } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { Refusal } from '#server/rules/context.ts';
import { findingsOf, readPackedChunk, type PackedChunk } from './packed.ts';

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

describe('hashing the bytes of a chunk', () => {
  it('yields to other work after every MiB', async () => {
    expect(await turnsDuring(chunkOf([MEBIBYTE / 2, MEBIBYTE / 4, MEBIBYTE / 8]))).toEqual({ turns: 0, equal: 3 });
    expect(await turnsDuring(chunkOf([MEBIBYTE, 10, MEBIBYTE]))).toEqual({ turns: 2, equal: 3 });
  });
});

describe('an arriving chunk', () => {
  const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
  const part = (fileId: string, offset: number, length: number, change: Partial<ChunkPart> = {}): ChunkPart => ({
    ...{ file_id: fileId, name: `${fileId}.dcm`, serie_id: 's', size: 10, sha256: 'a'.repeat(64) },
    ...{ offset, length, plain: length, crc: 0, enc: '' },
    ...change,
  });

  const chunk = (parts: ChunkPart[]): Uint8Array => {
    const header = chunkHeaderToBytes({ v: 1, session_id: UUID, chunk: 0, preview: 'client', studyUuid: UUID, parts });
    return Buffer.concat([header, testBytes(parts.reduce((sum, { length }) => sum + length, 0))]);
  };

  const refusalOf = (parts: ChunkPart[]): unknown => {
    try {
      readPackedChunk(chunk(parts));
    } catch (error) {
      return error instanceof Refusal ? [error.code, error.detail.errors?.['chunk']?.[0]].filter(Boolean) : error;
    }
    return 'taken';
  };

  it('names each file once, with its parts and their place in the body', () => {
    const { files } = readPackedChunk(
      chunk([part('a', 0, 4, { original_sha256: 'b'.repeat(64) }), part('b', 0, 10), part('a', 4, 6, { original_sha256: 'b'.repeat(64) })]),
    );
    expect(files).toMatchObject([
      {
        fileId: 'a',
        originalSha256: 'b'.repeat(64),
        parts: [
          { offset: 0, length: 4, at: 0 },
          { offset: 4, length: 6, at: 14 },
        ],
      },
      { fileId: 'b', originalSha256: null, parts: [{ at: 4 }] },
    ]);
  });

  it.each<[string, Partial<ChunkPart>]>([
    ['size', { size: 11 }],
    ['hash', { sha256: 'c'.repeat(64) }],
    ['series', { serie_id: 'other' }],
  ])('is refused when two parts of a file differ in %s', (_, change) => {
    expect(refusalOf([part('a', 0, 4), part('a', 4, 6)])).toBe('taken');
    expect(refusalOf([part('a', 0, 4), part('a', 4, 6, change)])).toEqual(['conflict']);
  });

  it('is refused when parts of a file overlap; empty parts never overlap', () => {
    expect(refusalOf([part('a', 0, 10), part('b', 0, 6), part('b', 5, 5)])).toEqual(['malformed', 'parts_overlap']);
    expect(refusalOf([part('b', 0, 6), part('b', 3, 0), part('b', 6, 4)])).toBe('taken');
  });

  it('is refused when one of its parts is still encoded', () => {
    expect(refusalOf([part('a', 0, 10), part('b', 0, 4, { enc: 'deflate-raw', plain: 10 })])).toEqual(['malformed', 'encoded']);
  });

  it('may be as large as the limit, and no byte larger', () => {
    const bytes = new Uint8Array(LIMITS.chunkMaxBytes);
    const codeOf = (body: Uint8Array): unknown => {
      try {
        return readPackedChunk(body);
      } catch (error) {
        return (error as Refusal).code;
      }
    };
    expect([codeOf(bytes), codeOf(new Uint8Array(LIMITS.chunkMaxBytes + 1))]).toEqual(['malformed', 'too_large']);
  });
});

describe('the identity of a chunk', () => {
  it('is its header and the bytes of each part', async () => {
    const [one, same, other] = [chunkOf([100, 100]), chunkOf([100, 100]), chunkOf([100, 100])];
    const changed = { ...other, body: other.body.map((byte, n) => (n === 150 ? byte ^ 1 : byte)) };
    const found = await findingsOf(one);
    expect((await findingsOf(same)).sha256).toBe(found.sha256);
    expect((await findingsOf(changed)).sha256).not.toBe(found.sha256);
  });

  it('does not verify a file of which it has only the last bytes', async () => {
    const whole = chunkOf([100]);
    const [file] = whole.files;
    const last = { ...whole, files: [{ ...file!, parts: [{ ...file!.parts[0]!, offset: 50 }] }] };
    expect(await findingsOf(last)).toMatchObject({ equal: new Set(), different: new Set() });
  });
});
