import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChunkPart } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { receiveChunk } from './chunk.ts';
import {
  createTestBench,
  deflateChunk,
  packChunk,
  refusalOf,
  registerTestUpload,
  sha256Of,
  testBytes,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';

/** Of a file: these bytes, whether they are its own or not. */
interface Piece {
  from: number;
  bytes: Uint8Array;
}

describe.each(TEST_ENGINES)('chunks that our clients never send, on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;

  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { 'series-1': LIMITS.chunkMaxParts });
  });
  afterEach(() => bench.close());

  const send = (bytes: Uint8Array) => receiveChunk(bench.context, bench.eva, bytes);
  const pack = (parts: Parameters<typeof packChunk>[1], change?: Partial<ChunkPart>) => packChunk({ ...upload, chunk: 0 }, parts, change);
  const rowsOf = (table: 'file' | 'piece' | 'chunk') => bench.context.db.read.selectFrom(table).selectAll().execute();

  async function bytesOnDisk(): Promise<number> {
    const entries = await readdir(bench.diskFolder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
    return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
  }
  async function expectNothingStored(): Promise<void> {
    for (const table of ['file', 'piece', 'chunk'] as const) expect(await rowsOf(table)).toEqual([]);
    expect(await bytesOnDisk()).toBe(0);
  }

  describe('overlapping parts of one file', () => {
    const file = testFile('a', testBytes(1_000));
    const right = (from: number, to: number): Piece => ({ from, bytes: file.bytes.subarray(from, to) });
    const wrong = (from: number, to: number): Piece => ({ from, bytes: testBytes(to - from, 9) });
    const packed = (pieces: Piece[]) =>
      pack(
        pieces.map(({ from, bytes }) => {
          const spoilt = Uint8Array.from(file.bytes);
          spoilt.set(bytes, from);
          return { file: { ...file, bytes: spoilt, announcedSha256: sha256Of(file.bytes) }, from, to: from + bytes.length };
        }),
      );

    test.each<[string, Piece[]]>([
      ['wrong ones before the whole', [wrong(0, 500), right(0, 1_000)]],
      ['wrong ones after the whole', [right(0, 1_000), wrong(200, 300)]],
      ['the whole twice', [right(0, 1_000), right(0, 1_000)]],
      ['by one byte', [right(0, 501), right(500, 1_000)]],
      ['one inside the other, not in order', [right(400, 600), right(900, 1_000), right(0, 950)]],
    ])('are refused by name: %s', async (_what, pieces) => {
      expect(await refusalOf(send(packed(pieces)))).toEqual({ code: 'malformed', errors: { chunk: ['parts_overlap'] } });
      await expectNothingStored();
    });

    test('that only touch, in any order, with empty ones between, make up the file', async () => {
      const pieces = [right(600, 1_000), right(300, 300), right(0, 300), right(300, 600)];
      expect(await send(packed(pieces))).toMatchObject({ proved: ['a'] });
    });
  });

  test.each([
    ['lone surrogates, which a database treats as equal', '\ud800', '\ud801'],
    ['a NUL', 'a\0b', 'ab'],
  ])('ids with %s are refused by name', async (_what, first, second) => {
    const refusal = await refusalOf(send(pack([testFile(first, 'one'), testFile(second, 'two')])));
    expect(refusal).toEqual({ code: 'malformed', errors: { chunk: ['not_a_header'] } });
    await expectNothingStored();
  });

  test('ids that only look alike are different files', async () => {
    const ids = ['\u00e9', 'e\u0301', 'E', 'e', '__proto__', 'constructor', '\u202Ee', 'e\u200b', ' e', '../e'];
    const answer = await send(pack(ids.map((id) => testFile(id, id))));
    expect(answer.proved).toEqual(ids);
  });

  test('the maximum number of parts is accepted, one more is not; the stated lengths are checked, not trusted', async () => {
    const parts = Array.from({ length: LIMITS.chunkMaxParts + 1 }, (_, n) => testFile(String(n), ''));
    const small = (count: number) => pack(parts.slice(0, count), { name: '', sha256: sha256Of(new Uint8Array()) });
    expect(await refusalOf(send(small(LIMITS.chunkMaxParts + 1)))).toMatchObject({ code: 'malformed' });
    await expectNothingStored();
    for (const length of [1, LIMITS.chunkMaxBytes, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
      const lying = pack([testFile('a', 'aaa')], { length, plain: length, size: LIMITS.bytesPerFile });
      expect(await refusalOf(send(lying))).toEqual({ code: 'malformed', errors: { chunk: ['length_mismatch'] } });
    }
    await expectNothingStored();
  });

  test('a huge stated file size takes no space, but all together may not exceed the limit of an upload', async () => {
    const claim = { size: LIMITS.bytesPerFile };
    const files = Array.from({ length: LIMITS.bytesPerUpload / LIMITS.bytesPerFile + 1 }, (_, n) => testFile(String(n), 'x'));
    expect(await refusalOf(send(pack(files, claim)))).toMatchObject({ code: 'too_large', limit: { name: 'bytesPerUpload' } });
    await expectNothingStored();
    expect(await send(pack(files.slice(0, 1), claim))).toMatchObject({ proved: [] });
    expect(await bytesOnDisk()).toBe(1);
  });

  test('deflated parts that bypass decoding are not file bytes', async () => {
    const file = testFile('a', testBytes(1_000));
    expect(await refusalOf(send(deflateChunk(pack([file]))))).toEqual({ code: 'malformed', errors: { chunk: ['encoded'] } });
    await expectNothingStored();
  });

  test.each([
    ['a gzip bomb', gzipSync(new Uint8Array(16 * 1024 ** 2))],
    ['a zip', Buffer.from('PK\u0003\u0004 and no more')],
    ['DICOM that claims to have 4 gigabytes', Buffer.from(`${'\0'.repeat(128)}DICM\u0002\0\0\0OB\0\0\xff\xff\xff\xff`, 'latin1')],
    ['a page', Buffer.from('<html><script>hurt=1</script>')],
    ['a program', Buffer.from('MZ\x90\0', 'latin1')],
  ])('a file that is %s is stored byte for byte', async (_what, bytes) => {
    expect(await send(pack([testFile('a', bytes)]))).toMatchObject({ proved: ['a'] });
    expect(await bytesOnDisk()).toBe(bytes.length);
  });
});
