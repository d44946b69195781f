import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { ServerContext } from '#server/rules/context.ts';
import {
  createTestBench,
  packChunk,
  refusalOf,
  registerTestUpload,
  sha256Of,
  testBytes,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { receiveChunk } from './chunk.ts';
import { chunkTurnOf } from './proof.ts';

/** What else happens while a chunk is received, and what it leaves in the store. */
describe.each(TEST_ENGINES)('a chunk on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { 'series-1': 3 });
  });
  afterEach(() => bench.close());

  const pack = (chunk: number, ...parts: Parameters<typeof packChunk>[1][number][]) => packChunk({ ...upload, chunk }, parts);
  const [a, big] = [testFile('a', 'aaa'), testFile('big', testBytes(1_000))];
  const wrongly = (file: typeof a, bytes: Uint8Array) => ({ ...file, bytes, announcedSha256: sha256Of(file.bytes) });

  /** Another process of the same server: it shares the database and the store, and nothing that is in memory. */
  const another = (more: Partial<ServerContext> = {}): ServerContext => ({ ...bench.context, db: { ...bench.context.db }, ...more });

  /** The names that objects were given; null for one that was thrown away on its way. */
  function namesOf(): { context: ServerContext; names: (string | null)[] } {
    const names: (string | null)[] = [];
    const { objects } = bench.context;
    const write: typeof objects.write = async (key, bytes) => {
      await objects.write(key, bytes);
      names.push(await key);
    };
    return { context: { ...bench.context, objects: { ...objects, write } }, names };
  }

  test('that completes a series wakes the converter, and one that does not wakes nothing', async () => {
    const wake = vi.fn<() => void>();
    const context = { ...bench.context, jobs: { ...bench.context.jobs, wake } };
    await receiveChunk(context, bench.eva, pack(0, a, testFile('b', 'b')));
    expect(wake).not.toHaveBeenCalled();
    await receiveChunk(context, bench.eva, pack(1, testFile('c', 'c')));
    expect(wake).toHaveBeenCalled();
  });

  test('is not stored under a name while none of it is intact', async () => {
    const { context, names } = namesOf();
    const damaged = pack(0, a, big);
    damaged[damaged.length - 1]! ^= 1;
    await refusalOf(receiveChunk(context, bench.eva, damaged));
    await refusalOf(receiveChunk(context, bench.eva, pack(0, wrongly(a, Buffer.from('bbb')))));
    expect(names).toEqual([null, null]);
    await refusalOf(receiveChunk(context, bench.eva, pack(0, big, wrongly(a, Buffer.from('bbb')))));
    expect(names.at(-1)).not.toBeNull();
  });

  test('with other content for a known file is refused before anything is written', async () => {
    await receiveChunk(bench.context, bench.eva, pack(0, a));
    const { context, names } = namesOf();
    expect(await refusalOf(receiveChunk(context, bench.eva, pack(1, testFile('a', 'bbb'))))).toEqual({ code: 'conflict' });
    expect(names).toEqual([]);
  });

  test('names the damaged files, and none with bytes still to come', async () => {
    const third = testFile('c', testBytes(500, 3));
    await receiveChunk(bench.context, bench.eva, pack(0, { file: big, to: 400 }));
    const wrongBig = wrongly(big, testBytes(1_000, 9));
    const refusal = await refusalOf(
      receiveChunk(
        bench.context,
        bench.eva,
        pack(1, wrongly(a, Buffer.from('bbb')), { file: wrongBig, from: 400 }, { file: third, to: 100 }),
      ),
    );
    expect(refusal).toEqual({ code: 'checksum_wrong', errors: { a: ['sha256'], big: ['sha256'] } });
    const alone = await refusalOf(
      receiveChunk(bench.context, bench.eva, pack(2, wrongly(a, Buffer.from('bbb')), { file: third, from: 100, to: 200 })),
    );
    expect(alone).toEqual({ code: 'checksum_wrong', errors: { a: ['sha256'] } });
  });

  test('that two processes accept at the same time is stored once, and both report that', async () => {
    const { objects } = bench.context;
    let isFirst = true;
    const write: typeof objects.write = async (key, bytes) => {
      await objects.write(key, bytes);
      if (!isFirst) return;
      isFirst = false;
      expect(await receiveChunk(another(), bench.eva, pack(0, a))).toMatchObject({ proved: ['a'] });
    };
    expect(await receiveChunk(another({ objects: { ...objects, write } }), bench.eva, pack(0, a))).toMatchObject({ proved: ['a'] });
    const pieces = await bench.context.db.read.selectFrom('piece').select('object_key').execute();
    expect(pieces).toHaveLength(1);
    expect(await objects.size(pieces[0]!.object_key)).toBe(3);
  });

  test('whose number another process gave to other content meanwhile is a conflict, and stores nothing', async () => {
    const { objects } = bench.context;
    let isFirst = true;
    const write: typeof objects.write = async (key, bytes) => {
      await objects.write(key, bytes);
      if (!isFirst) return;
      isFirst = false;
      await receiveChunk(another(), bench.eva, pack(0, testFile('b', 'b')));
    };
    expect(await refusalOf(receiveChunk(another({ objects: { ...objects, write } }), bench.eva, pack(0, a)))).toEqual({ code: 'conflict' });
    const keys: string[] = [];
    for await (const { key } of objects.list('')) keys.push(key);
    expect(keys).toHaveLength(1);
    expect(await bench.context.db.read.selectFrom('file').select('client_file_id').execute()).toEqual([{ client_file_id: 'b' }]);
  });

  test('is not acknowledged when one of its files was completed meanwhile and was damaged: all of it is sent again', async () => {
    const { db } = bench.context;
    const last = pack(1, { file: wrongly(big, testBytes(1_000, 9)), from: 400 });
    let isFirst = true;
    const write: typeof db.write = async (work) => {
      const result = await db.write(work);
      if (isFirst) {
        isFirst = false;
        await refusalOf(receiveChunk(another(), bench.eva, last));
      }
      return result;
    };
    const context = { ...bench.context, db: { ...db, write } };
    expect(await refusalOf(receiveChunk(context, bench.eva, pack(0, a, { file: big, to: 400 })))).toEqual({
      code: 'checksum_wrong',
      errors: { big: ['sha256'] },
    });
    expect(await receiveChunk(bench.context, bench.eva, pack(0, a, { file: big, to: 400 }))).toMatchObject({ proved: ['a'] });
    expect(await receiveChunk(bench.context, bench.eva, pack(1, { file: big, from: 400 }))).toMatchObject({ proved: ['big'] });
  });

  const pieces = () =>
    bench.context.db.read
      .selectFrom('piece')
      .innerJoin('file', 'file.id', 'piece.file_id')
      .select(['file.client_file_id', 'piece.object_key', 'piece.file_offset', 'piece.length'])
      .orderBy('file.client_file_id')
      .execute();
  async function storedKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of bench.context.objects.list('')) keys.push(key);
    return keys;
  }
  const chunkOf = (key: string): string => chunkTurnOf(key).slice(`chunk-${upload.uploadId}-`.length);

  test('that contains a whole file already begun by others stores all of it, and the earlier pieces are deleted', async () => {
    await receiveChunk(bench.context, bench.eva, pack(0, { file: big, to: 400 }));
    expect(await receiveChunk(bench.context, bench.eva, pack(1, big))).toMatchObject({ proved: ['big'] });
    const held = await pieces();
    expect(held.map((piece) => [chunkOf(piece.object_key), piece.file_offset, piece.length])).toEqual([['1', 0, 1_000]]);
    expect(await storedKeys()).toEqual(held.map((piece) => piece.object_key));
  });

  test('that contains a whole file that is complete but not verified stores all of it', async () => {
    await receiveChunk(bench.context, bench.eva, pack(0, a));
    await bench.context.db.write(async (tx) => void (await tx.updateTable('file').set({ proved: 0 }).execute()));
    expect(await receiveChunk(bench.context, bench.eva, pack(1, a))).toMatchObject({ proved: ['a'] });
    const held = await pieces();
    expect(held.map((piece) => [chunkOf(piece.object_key), piece.file_offset, piece.length])).toEqual([['1', 0, 3]]);
    expect(await storedKeys()).toEqual(held.map((piece) => piece.object_key));
  });

  test('that contains only verified files stores nothing, and these stay in place', async () => {
    await receiveChunk(bench.context, bench.eva, pack(0, a));
    const before = await pieces();
    expect(await receiveChunk(bench.context, bench.eva, pack(1, a))).toMatchObject({ proved: ['a'] });
    expect([await pieces(), await storedKeys()]).toEqual([before, [before[0]!.object_key]]);
    expect(await receiveChunk(bench.context, bench.eva, pack(2, a, testFile('b', 'b')))).toMatchObject({ proved: ['a', 'b'] });
    expect((await pieces()).map((piece) => chunkOf(piece.object_key))).toEqual(['0', '2']);
  });

  test('is a conflict when another process gets a file of it with other content meanwhile', async () => {
    const { objects } = bench.context;
    let isFirst = true;
    const write: typeof objects.write = async (key, bytes) => {
      await objects.write(key, bytes);
      if (!isFirst) return;
      isFirst = false;
      await receiveChunk(another(), bench.eva, pack(1, testFile('a', 'bbb')));
    };
    expect(await refusalOf(receiveChunk(another({ objects: { ...objects, write } }), bench.eva, pack(0, a)))).toEqual({ code: 'conflict' });
    const held = await pieces();
    expect(held.map((piece) => chunkOf(piece.object_key))).toEqual(['1']);
    expect(await storedKeys()).toEqual([held[0]!.object_key]);
  });
});
