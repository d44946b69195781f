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
} from '#server/rules/uploads-test-bench.ts';
import { receiveChunk } from './chunk.ts';

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

  test('that makes a series whole wakes whoever converts, and one that does not wakes nobody', async () => {
    const wake = vi.fn<() => void>();
    const context = { ...bench.context, jobs: { ...bench.context.jobs, wake } };
    await receiveChunk(context, bench.eva, pack(0, a, testFile('b', 'b')));
    expect(wake).not.toHaveBeenCalled();
    await receiveChunk(context, bench.eva, pack(1, testFile('c', 'c')));
    expect(wake).toHaveBeenCalled();
  });

  test('gets no name in the store while nothing of it is sound', async () => {
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

  test('names the files that were wrong, and none of which bytes are still to come', async () => {
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

  test('that two processes take at once is held once, and both say so', async () => {
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

  test('whose number another process gives to other content meanwhile is a conflict, and leaves nothing in the store', async () => {
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

  test('is not acknowledged where another one completed a file of it meanwhile, and that was wrong: all of it comes again', async () => {
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
});
