import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { healUploads } from '#server/rules/uploads/uploads-end.ts';
import type { Upload } from '#server/rules/uploads/uploads.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import {
  createTestBench,
  packChunk,
  registerTestUpload,
  testBytes,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { receiveChunk } from './chunk.ts';
import { chunkObjectKey, chunkTurn, chunkTurnOf, piecesOf, proveStoredFiles, unprovenWholeFiles } from './proof.ts';

describe.each(TEST_ENGINES)('complete but unverified files, on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  const row = () => bench.context.db.read.selectFrom('upload').selectAll().where('id', '=', upload.uploadId).executeTakeFirstOrThrow();
  const send = (chunk: number, ...parts: Parameters<typeof packChunk>[1][number][]) =>
    receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk }, parts));
  const unproved = async (fileIds?: string[]) =>
    (await unprovenWholeFiles(bench.context.db.read, upload.uploadId, fileIds)).map((file) => file.client_file_id);

  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { 'series-1': 3 });
    await send(0, testFile('a', testBytes(300)), testFile('b', testBytes(300, 2)), { file: testFile('c', testBytes(300, 3)), to: 100 });
    // As a server leaves them that is killed before it has hashed them.
    await bench.context.db.write(async (tx) => void (await tx.updateTable('file').set({ proved: 0 }).execute()));
  });
  afterEach(() => bench.close());

  test('are found for the whole upload, or among named ones', async () => {
    expect([await unproved(), await unproved(['b', 'c']), await unproved([])]).toEqual([['a', 'b'], ['b'], []]);
  });

  test('are verified by the next start, before anyone requests the status', async () => {
    await healUploads(bench.context);
    const { files } = await uploadStatus(bench.context, bench.eva, upload.session);
    expect(files.map((file) => [file.file_id, file.proved])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ]);
  });

  test('are hashed once for all who wait, and again for later requests', async () => {
    const stream = vi.spyOn(bench.context.objects, 'stream');
    const files = await unprovenWholeFiles(bench.context.db.read, upload.uploadId, ['a']);
    const uploadRow = await row();
    expect(await Promise.all([1, 2].map(() => proveStoredFiles(bench.context, uploadRow, files)))).toEqual([[], []]);
    expect(stream).toHaveBeenCalledTimes(1);
    await proveStoredFiles(bench.context, uploadRow, files);
    expect(stream).toHaveBeenCalledTimes(2);
  });

  /** Proves `a`, and does something while its bytes are read. */
  async function proveWhile(change: () => Promise<unknown>): Promise<void> {
    const { objects } = bench.context;
    const stream: typeof objects.stream = (key, offset, length) =>
      Readable.from(
        (async function* () {
          yield await objects.read(key, offset, length);
          await change();
        })(),
      );
    const files = await unprovenWholeFiles(bench.context.db.read, upload.uploadId, ['a']);
    await proveStoredFiles({ ...bench.context, objects: { ...objects, stream } }, await row(), files);
  }
  const fileA = () =>
    bench.context.db.read.selectFrom('file').select(['id', 'received', 'proved']).where('client_file_id', '=', 'a').executeTakeFirst();

  test('are not verified by bytes that are no longer theirs, and newer bytes are kept', async () => {
    const { id } = (await fileA())!;
    await proveWhile(() =>
      bench.context.db.write((tx) => tx.updateTable('piece').set({ object_offset: 7 }).where('file_id', '=', id).execute()),
    );
    expect(await fileA()).toMatchObject({ received: 300, proved: 0 });
    expect(await piecesOf(bench.context.db.read, id)).toMatchObject([{ object_offset: 7 }]);
  });

  test('are not verified when their pieces were deleted meanwhile', async () => {
    const { id } = (await fileA())!;
    await proveWhile(() =>
      bench.context.db.write(async (tx) => {
        await tx.updateTable('file').set({ received: 0 }).where('id', '=', id).execute();
      }),
    );
    expect(await fileA()).toMatchObject({ received: 0, proved: 0 });
  });

  test('may disappear before they are marked as verified', async () => {
    const { id } = (await fileA())!;
    await proveWhile(() =>
      bench.context.db.write(async (tx) => {
        await tx.deleteFrom('piece').where('file_id', '=', id).execute();
        await tx.deleteFrom('file').where('id', '=', id).execute();
      }),
    );
    expect(await fileA()).toBeUndefined();
  });

  test('complete a series as usual: its conversion is queued, and the team is told', async () => {
    const wake = vi.spyOn(bench.context.jobs, 'wake');
    bench.told.length = 0;
    await healUploads(bench.context);
    expect([wake.mock.calls.length, bench.told]).toEqual([0, []]);
    await send(1, { file: testFile('c', testBytes(300, 3)), from: 100 });
    expect(wake).toHaveBeenCalledTimes(1);
    expect(bench.told).toMatchObject([{ to: `team ${bench.eva.teamId}`, event: 'change', payload: { seq: expect.any(Number) } }]);
  });
});

test('the object key of a chunk contains its study, upload and number, and is another one for each attempt', () => {
  const key = () => chunkObjectKey({ team_id: 1, id: 12 } as Upload, 'a-b', 3);
  expect(key()).toMatch(/^team-1\/study-a-b\/chunk-12-3-[0-9a-f]{32}$/);
  expect(key()).not.toBe(key());
});

test('the lock of a chunk is the same by its numbers and by its object', () => {
  expect(chunkTurn(12, 3)).toBe('chunk-12-3');
  expect(chunkTurnOf('team-1/study-a-b/chunk-12-3-0123456789abcdef')).toBe('chunk-12-3');
});
