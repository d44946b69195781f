import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { StorageFullError } from '#server/storage/object-store.ts';
import { receiveChunk } from './chunk.ts';
import { piecesOf } from './proof.ts';
import { dropUpload, finishUploads, healUploads } from '#server/rules/uploads/uploads-end.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import {
  createTestBench,
  packChunk,
  putSeriesInto,
  refusalOf,
  registerTestUpload,
  sha256Of,
  testBytes,
  testFile,
  type RegisteredUpload,
  type TestBench,
  type TestFile,
} from '#server/rules/uploads/uploads-test-bench.ts';

describe.each(TEST_ENGINES)('receiving chunks on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  const send = (bytes: Uint8Array, caller = bench.eva) => receiveChunk(bench.context, caller, bytes);
  const pack = (chunk: number, ...parts: Parameters<typeof packChunk>[1][number][]) => packChunk({ ...upload, chunk }, parts);
  const status = () => uploadStatus(bench.context, bench.eva, upload.session);
  const jobs = async () =>
    await bench.context.db.read
      .selectFrom('job')
      .select(['name', 'payload', 'state', 'group_key'])
      .where('name', '=', 'convert-series')
      .orderBy('id')
      .execute();
  const seriesRows = () =>
    bench.context.db.read.selectFrom('series').select(['client_id', 'state', 'proved_files']).orderBy('idx').execute();
  const objects = async () =>
    (await readdir(bench.diskFolder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  /** What the server would hand to whoever asks for the file. */
  async function storedBytes(file: TestFile): Promise<Buffer> {
    const row = await bench.context.db.read
      .selectFrom('file')
      .select('id')
      .where('client_file_id', '=', file.fileId)
      .executeTakeFirstOrThrow();
    const parts: Uint8Array[] = [];
    for (const piece of await piecesOf(bench.context.db.read, row.id)) {
      parts.push(await bench.context.objects.read(piece.object_key, piece.object_offset, piece.length));
    }
    return Buffer.concat(parts);
  }

  describe('a chunk of whole files', () => {
    beforeEach(async () => {
      upload = await registerTestUpload(bench, { 'series-1': 2, 'series-2': 1 });
    });

    test('is stored, verified and acknowledged; a complete series is queued for conversion, the other one waits for files [CHUNK-015, CHUNK-018]', async () => {
      const [a, b] = [testFile('a', testBytes(1000)), testFile('b', testBytes(2000, 2))];
      expect(await send(pack(0, a, b))).toEqual({ ok: true, chunk: 0, proved: ['a', 'b'] });
      expect((await storedBytes(a)).equals(a.bytes)).toBe(true);
      expect((await storedBytes(b)).equals(b.bytes)).toBe(true);
      expect(await seriesRows()).toEqual([
        { client_id: 'series-1', state: 'proved', proved_files: 2 },
        { client_id: 'series-2', state: 'receiving', proved_files: 0 },
      ]);
      expect(await jobs()).toEqual([
        {
          name: 'convert-series',
          payload: JSON.stringify({ seriesId: upload.series[0]!.id }),
          state: 'queued',
          group_key: `upload-${upload.uploadId}`,
        },
      ]);
      expect(await status()).toMatchObject({ state: 'upload', chunks: [0] });
    });

    test('may contain files of several series of a study, which are queued in series order', async () => {
      await send(pack(0, testFile('c', 'c', { seriesId: 'series-2' }), testFile('a', 'a'), testFile('b', 'b')));
      expect((await jobs()).map((job) => job.payload)).toEqual(upload.series.map((series) => JSON.stringify({ seriesId: series.id })));
      expect(await status()).toMatchObject({ state: 'converting', series: [{ state: 'proved' }, { state: 'proved' }] });
    });

    test('sent again, also at the same time, gets the same answer and stores nothing twice [PWA-30]', async () => {
      const chunk = pack(0, testFile('a', 'aaa'), testFile('b', 'bbb'));
      const answers = await Promise.all([send(chunk), send(chunk), send(chunk)]);
      answers.push(await send(chunk));
      expect(answers).toEqual([1, 2, 3, 4].map(() => ({ ok: true, chunk: 0, proved: ['a', 'b'] })));
      expect(await objects()).toHaveLength(1);
      expect(await jobs()).toHaveLength(1);
      expect(await bench.context.db.read.selectFrom('piece').selectAll().execute()).toHaveLength(2);
    });

    test('with other content under a known key is a conflict, and acknowledged content stays', async () => {
      const a = testFile('a', 'aaa');
      await send(pack(0, a));
      expect(await refusalOf(send(pack(0, testFile('b', 'bbb'))))).toEqual({ code: 'conflict' });
      expect((await storedBytes(a)).toString()).toBe('aaa');
      expect(await objects()).toHaveLength(1);
    });

    test('of two with the same key one wins and the other is a conflict', async () => {
      const outcomes = await Promise.allSettled([send(pack(0, testFile('a', 'aaa'))), send(pack(0, testFile('b', 'bbb')))]);
      expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await objects()).toHaveLength(1);
    });

    test('accepts files without bytes', async () => {
      expect(await send(pack(0, testFile('a', ''), testFile('b', '')))).toEqual({ ok: true, chunk: 0, proved: ['a', 'b'] });
      expect((await seriesRows())[0]).toMatchObject({ state: 'proved' });
    });

    test('reports a change to the team once a series is complete', async () => {
      bench.told.length = 0;
      await send(pack(0, testFile('a', 'a')));
      expect(bench.told).toEqual([]);
      await send(pack(1, testFile('b', 'b')));
      expect(bench.told).toEqual([{ to: `team ${bench.eva.teamId}`, event: 'change', payload: { seq: 2 } }]);
    });
  });

  describe('a file over several chunks', () => {
    const big = testFile('big', testBytes(10_000));
    const cuts = [0, 3_000, 3_001, 7_500, 10_000];
    beforeEach(async () => {
      upload = await registerTestUpload(bench, { 'series-1': 1 });
    });
    const part = (index: number) => pack(index, { file: big, from: cuts[index]!, to: cuts[index + 1]! });

    test.each([[[0, 1, 2, 3]], [[3, 2, 1, 0]], [[2, 0, 3, 1]]])('is verified with its last piece, in the order %j', async (order) => {
      for (const index of order.slice(0, 3)) expect(await send(part(index))).toEqual({ ok: true, chunk: index, proved: [] });
      expect(await send(part(order[3]!))).toEqual({ ok: true, chunk: order[3], proved: ['big'] });
      expect(sha256Of(await storedBytes(big))).toBe(sha256Of(big.bytes));
      expect(await jobs()).toHaveLength(1);
    });

    test('sent all together is verified once', async () => {
      await Promise.all([0, 1, 2, 3].map((index) => send(part(index))));
      expect(await status()).toMatchObject({ chunks: [0, 1, 2, 3], files: [{ received: 10_000, proved: true }] });
      expect(await jobs()).toHaveLength(1);
    });

    test('split differently the second time, after a restart of the client, is stored once', async () => {
      await send(part(0));
      await send(part(2));
      await send(pack(7, { file: big, from: 2_000, to: 5_000 }));
      expect((await status()).files).toEqual([{ file_id: 'big', size: 10_000, received: 7_500, proved: false }]);
      expect(await send(pack(8, { file: big, from: 5_000, to: 10_000 }))).toMatchObject({ proved: ['big'] });
      expect(sha256Of(await storedBytes(big))).toBe(sha256Of(big.bytes));
    });

    test('begun in pieces and then sent whole is verified as a whole', async () => {
      await send(part(1));
      expect(await send(pack(9, big))).toMatchObject({ proved: ['big'] });
      expect((await storedBytes(big)).equals(big.bytes)).toBe(true);
      expect((await status()).files).toEqual([{ file_id: 'big', size: 10_000, received: 10_000, proved: true }]);
    });

    test('may have two of its parts in one chunk', async () => {
      await send(pack(0, { file: big, from: 8_000, to: 10_000 }, { file: big, from: 0, to: 4_000 }));
      expect(await send(pack(1, { file: big, from: 4_000, to: 8_000 }))).toMatchObject({ proved: ['big'] });
    });

    test('with wrong bytes is named; its pieces are deleted, and the right ones may be sent under the same chunks [CHUNK-015]', async () => {
      const wrong = {
        ...big,
        bytes: Uint8Array.from(big.bytes, (byte, index) => (index === 9_999 ? byte ^ 1 : byte)),
        announcedSha256: sha256Of(big.bytes),
      };
      const small = testFile('small', 'small');
      upload = await registerTestUpload(bench, { 'series-1': 2 });
      await send(pack(0, { file: big, from: 0, to: 3_000 }, small));
      expect(await refusalOf(send(pack(1, { file: wrong, from: 3_000 })))).toEqual({ code: 'checksum_wrong', errors: { big: ['sha256'] } });
      expect(await status()).toMatchObject({
        chunks: [],
        files: [
          { file_id: 'big', received: 0, proved: false },
          { file_id: 'small', received: 5, proved: true },
        ],
      });
      expect((await storedBytes(small)).toString()).toBe('small');

      expect(await send(pack(0, { file: big, from: 0, to: 3_000 }, small))).toEqual({ ok: true, chunk: 0, proved: ['small'] });
      expect(await send(pack(1, { file: big, from: 3_000 }))).toEqual({ ok: true, chunk: 1, proved: ['big'] });
      expect(sha256Of(await storedBytes(big))).toBe(sha256Of(big.bytes));
      // The first object of chunk 0 still has the bytes of `small`.
      expect(await objects()).toHaveLength(3);
    });

    test('whose object disappeared from the storage is sent again', async () => {
      await send(part(0));
      for (const piece of await bench.context.db.read.selectFrom('piece').select('object_key').execute())
        await bench.context.objects.remove(piece.object_key);
      expect(await refusalOf(send(pack(1, { file: big, from: 3_000 })))).toMatchObject({ code: 'checksum_wrong' });
      await send(part(0));
      expect(await send(pack(1, { file: big, from: 3_000 }))).toMatchObject({ proved: ['big'] });
    });
  });

  describe('damaged bytes', () => {
    beforeEach(async () => {
      upload = await registerTestUpload(bench, { 'series-1': 2 });
    });

    test('in transit: nothing of the chunk is kept, and the file is named', async () => {
      const chunk = pack(0, testFile('a', 'aaa'), testFile('b', 'bbb'));
      chunk[chunk.length - 1]! ^= 1;
      expect(await refusalOf(send(chunk))).toEqual({ code: 'checksum_wrong', errors: { b: ['crc'] } });
      expect(await status()).toMatchObject({ chunks: [], files: [] });
      expect(await objects()).toEqual([]);
    });

    test('before sending: the intact file is kept, and the other is named each time', async () => {
      const bad = testFile('bad', 'other bytes', { announcedSha256: sha256Of(Buffer.from('right bytes')) });
      const chunk = pack(0, testFile('good', 'good'), bad);
      const refusal = { code: 'checksum_wrong', errors: { bad: ['sha256'] } };
      expect(await refusalOf(send(chunk))).toEqual(refusal);
      expect(await refusalOf(send(chunk))).toEqual(refusal);
      expect(await status()).toMatchObject({ chunks: [], files: [{ file_id: 'good', proved: true }] });
      expect(await send(pack(0, testFile('good', 'good'), testFile('bad', 'right bytes')))).toEqual({
        ok: true,
        chunk: 0,
        proved: ['good', 'bad'],
      });
      expect(await jobs()).toHaveLength(1);
    });
  });

  describe('while something else happens to the upload', () => {
    const big = testFile('big', testBytes(4_000));
    beforeEach(async () => {
      upload = await registerTestUpload(bench, { 'series-1': 1 });
    });

    test('dropped while a chunk is written: the chunk is refused, and nothing of it stays', async () => {
      const { objects: disk } = bench.context;
      const dropping = {
        ...bench.context,
        objects: {
          ...disk,
          async write(key: string, bytes: Uint8Array) {
            await disk.write(key, bytes);
            await dropUpload(bench.context, bench.eva, upload.session);
            // The drop has cleared the folder; the chunk's own write may as well come after it.
            await disk.write(key, bytes);
          },
        },
      };
      expect(await refusalOf(receiveChunk(dropping, bench.eva, pack(0, big)))).toEqual({ code: 'session_closed' });
      expect(await objects()).toEqual([]);
      expect(await bench.context.db.read.selectFrom('file').selectAll().execute()).toEqual([]);
    });

    test('its pieces replaced while the old ones are verified: the result is ignored', async () => {
      const wrong = { ...big, bytes: testBytes(4_000, 9), announcedSha256: sha256Of(big.bytes) };
      await send(pack(0, { file: wrong, from: 0, to: 2_000 }));
      const { db, objects: disk } = bench.context;
      const replacing = {
        ...bench.context,
        objects: {
          ...disk,
          stream(key: string, offset: number, length: number) {
            return Readable.from(
              (async function* () {
                yield await disk.read(key, offset, length);
                await disk.write('team-1/right', big.bytes);
                await db.write((tx) =>
                  tx
                    .updateTable('piece')
                    .set({ object_key: 'team-1/right', object_offset: (eb) => eb.ref('file_offset') })
                    .execute(),
                );
              })(),
              { objectMode: false },
            );
          },
        },
      };
      await receiveChunk(replacing, bench.eva, pack(1, { file: wrong, from: 2_000 })).catch(() => undefined);
      expect((await storedBytes(big)).equals(big.bytes)).toBe(true);
      await healUploads(bench.context);
      expect((await status()).files).toEqual([{ file_id: 'big', size: 4_000, received: 4_000, proved: true }]);
    });
  });

  describe('refuses', () => {
    const a = testFile('a', 'aaa');
    beforeEach(async () => {
      upload = await registerTestUpload(bench, { 'series-1': 1 });
    });

    test('what is not a chunk', async () => {
      expect(await refusalOf(send(Buffer.from('xx')))).toEqual({ code: 'malformed', errors: { chunk: ['short'] } });
      expect(await refusalOf(send(Buffer.from([0, 0, 0, 2, 0x7b, 0x7d])))).toEqual({
        code: 'malformed',
        errors: { chunk: ['not_a_header'] },
      });
      expect(await refusalOf(send(pack(0, a).subarray(0, -1)))).toEqual({ code: 'malformed', errors: { chunk: ['length_mismatch'] } });
    });

    test('what is above the limits, naming them', async () => {
      expect(await refusalOf(send(new Uint8Array(LIMITS.chunkMaxBytes + 1)))).toEqual({
        code: 'too_large',
        limit: { name: 'chunkMaxBytes', max: LIMITS.chunkMaxBytes },
      });
      expect(await refusalOf(send(Buffer.from([0, 255, 255, 255])))).toMatchObject({
        code: 'too_large',
        limit: { name: 'chunkHeaderMaxBytes' },
      });
    });

    test('anyone but the owner of the upload, with the answer for a missing one', async () => {
      const chunk = pack(0, a);
      for (const caller of [
        bench.tom,
        bench.ute,
        { ...bench.eva, teamId: bench.ute.teamId },
        { ...bench.eva, uploadId: upload.uploadId + 1 },
      ]) {
        expect(await refusalOf(send(chunk, caller))).toEqual({ code: 'not_found' });
      }
      const nowhere = packChunk({ ...upload, session: '00000000-0000-4000-8000-000000000000', chunk: 0 }, [a]);
      expect(await refusalOf(send(nowhere))).toEqual({ code: 'not_found' });
      expect(await send(chunk, { ...bench.eva, uploadId: upload.uploadId })).toMatchObject({ ok: true });
    });

    test('a study or series that was not registered, or belongs to another upload', async () => {
      const other = await registerTestUpload(bench, { 'series-9': 1 });
      expect(await refusalOf(send(pack(0, testFile('a', 'a', { seriesId: 'series-9' }))))).toEqual({ code: 'not_found' });
      expect(await refusalOf(send(packChunk({ ...upload, studyUuid: other.studyUuid, chunk: 0 }, [a])))).toEqual({ code: 'not_found' });
    });

    test('another size, hash or series under a known file id', async () => {
      await send(pack(0, a));
      expect(await refusalOf(send(pack(1, testFile('a', 'aaaa'))))).toEqual({ code: 'conflict' });
      expect(await refusalOf(send(pack(1, testFile('a', 'bbb'))))).toEqual({ code: 'conflict' });
      expect(await refusalOf(send(pack(1, { file: a, from: 0, to: 1 }, { file: testFile('a', 'bbb'), from: 1 })))).toEqual({
        code: 'conflict',
      });
    });

    test('more files than were registered for the series', async () => {
      expect(await refusalOf(send(pack(0, a, testFile('b', 'b'))))).toMatchObject({
        code: 'invalid',
        errors: { parts: [expect.any(String)] },
      });
      expect(await status()).toMatchObject({ chunks: [], files: [] });
      expect(await objects()).toEqual([]);
    });

    test('more files than an upload may have, naming the limit', async () => {
      upload = await registerTestUpload(bench, { 'series-1': 3 });
      vi.spyOn(LIMITS, 'filesPerUpload', 'get').mockReturnValue(2 as never);
      expect(await send(pack(0, a, testFile('b', 'b')))).toMatchObject({ proved: ['a', 'b'] });
      expect(await refusalOf(send(pack(1, testFile('c', 'c'))))).toEqual({ code: 'too_large', limit: { name: 'filesPerUpload', max: 2 } });
      expect((await status()).files).toHaveLength(2);
    });

    test('bytes without space, and accepts them once there is space', async () => {
      const { write } = bench.context.objects;
      bench.context.objects.write = () => Promise.reject(new StorageFullError());
      expect(await refusalOf(send(pack(0, a)))).toEqual({ code: 'storage_full' });
      bench.context.objects.write = write;
      expect(await send(pack(0, a))).toMatchObject({ proved: ['a'] });
    });

    test('chunks of an upload that was dropped or is finished', async () => {
      await send(pack(0, a));
      await putSeriesInto(bench, 'converted');
      await finishUploads(bench.context, bench.eva, [upload.studyUuid]);
      expect(await refusalOf(send(pack(0, a)))).toEqual({ code: 'session_closed' });
      upload = await registerTestUpload(bench, { 'series-1': 1 });
      await dropUpload(bench.context, bench.eva, upload.session);
      expect(await refusalOf(send(pack(0, a)))).toEqual({ code: 'session_closed' });
    });
  });

  test('many simultaneous chunks share transactions, and each gets its own answer', async () => {
    upload = await registerTestUpload(bench, { 'series-1': 40 });
    const answers = await Promise.allSettled(
      Array.from({ length: 41 }, (_, index) =>
        send(index === 20 ? pack(index, testFile('file-1', 'other content')) : pack(index, testFile(`file-${index}`, `bytes ${index}`))),
      ),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBe(1);
    expect((await status()).files.filter((file) => file.proved)).toHaveLength(40);
    expect(await jobs()).toHaveLength(1);
  });

  describe('a server that is killed', () => {
    const [whole, big] = [testFile('whole', testBytes(500)), testFile('big', testBytes(4_000, 3))];
    const chunks = () => [pack(0, whole, { file: big, from: 0, to: 1_000 }), pack(1, { file: big, from: 1_000 })];
    const MORE_THAN_ALL_STEPS = 40;

    /** Everything that the rules await: it happens and the process dies before anybody hears of it, or the process dies before. */
    function killAt(step: number, when: 'before' | 'after') {
      let steps = 0;
      const dies = async <T>(work: () => Promise<T>): Promise<T> => {
        const mine = (steps += 1);
        if (mine === step && when === 'before') throw new Error('killed');
        const result = await work();
        if (mine === step) throw new Error('killed');
        return result;
      };
      const { db, objects: disk } = bench.context;
      return {
        ...bench.context,
        db: { ...db, write: <T>(work: Parameters<typeof db.write<T>>[0]) => dies(() => db.write(work)) },
        objects: {
          ...disk,
          write: (key: string, bytes: Uint8Array) => dies(() => disk.write(key, bytes)),
          stream: (key: string, offset: number, length: number) => {
            steps += 1;
            return steps === step ? disk.stream('team-0/killed', 0, 1).on('error', () => undefined) : disk.stream(key, offset, length);
          },
          remove: (key: string) => dies(() => disk.remove(key)),
        },
        reached: () => steps >= step,
      };
    }

    test.each(['before', 'after'] as const)('%s any step: the same chunks repair it, without duplicates', async (when) => {
      let step = 1;
      for (; step < MORE_THAN_ALL_STEPS; step += 1) {
        upload = await registerTestUpload(bench, { 'series-1': 2 });
        const killed = killAt(step, when);
        for (const chunk of chunks()) await receiveChunk(killed, bench.eva, chunk).catch(() => undefined);
        const [one, two] = chunks();
        // Whatever the killed server said last: the client sends what it has no answer for, here simply everything, at most twice.
        for (const chunk of [one!, two!, one!, two!]) await send(chunk).catch(() => undefined);
        expect(await send(one!)).toEqual({ ok: true, chunk: 0, proved: ['whole', 'big'] });
        expect(await send(two!)).toEqual({ ok: true, chunk: 1, proved: ['big'] });
        const pieces = await bench.context.db.read
          .selectFrom('piece')
          .innerJoin('file', 'file.id', 'piece.file_id')
          .select('length')
          .where('file.upload_id', '=', upload.uploadId)
          .execute();
        expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(4_500);
        const queued = await bench.context.db.read
          .selectFrom('job')
          .select('id')
          .where('group_key', '=', `upload-${upload.uploadId}`)
          .execute();
        expect(queued).toHaveLength(1);
        if (!killed.reached()) break;
      }
      expect(step).toBeGreaterThan(4);
      expect(step).toBeLessThan(MORE_THAN_ALL_STEPS);
    });

    test('between rows and verification: a status call verifies, and so does the next start', async () => {
      for (const heal of [
        async () => {
          await status();
          // The proof runs beside the answer; a second one shares it.
          await healUploads(bench.context);
        },
        () => healUploads(bench.context),
      ]) {
        upload = await registerTestUpload(bench, { 'series-1': 2 });
        const [one, two] = chunks();
        await send(one!);
        // Steps of the second chunk: its object, then its rows; the third is the reading for the proof.
        await receiveChunk(killAt(2, 'after'), bench.eva, two!).catch(() => undefined);
        expect(
          await bench.context.db.read
            .selectFrom('file')
            .select(['received', 'proved'])
            .where('client_file_id', '=', 'big')
            .where('upload_id', '=', upload.uploadId)
            .executeTakeFirst(),
        ).toEqual({ received: 4_000, proved: 0 });
        await heal();
        expect(await status()).toMatchObject({ state: 'converting', files: [{ proved: true }, { proved: true }] });
      }
    });
  });
});
