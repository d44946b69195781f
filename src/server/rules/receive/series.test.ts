import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChunkPart } from '#contract/chunk.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import {
  createTestBench,
  packChunk,
  refusalOf,
  registerTestUpload,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { receiveChunk } from './chunk.ts';
import { advanceSeries, noteSent, noteStudies, queueConversion, queueReading } from './series.ts';

describe.each(TEST_ENGINES)('complete series on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { 'series-1': 1, 'series-2': 2 });
  });
  afterEach(() => bench.close());

  const send = (chunk: number, name: string, seriesId: string) =>
    receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk }, [testFile(name, name, { seriesId })]));
  const row = () => bench.context.db.read.selectFrom('upload').selectAll().where('id', '=', upload.uploadId).executeTakeFirstOrThrow();
  const jobs = () => bench.context.db.read.selectFrom('job').select(['name', 'payload', 'group_key', 'unique_key']).orderBy('id').execute();
  const [one, other] = [() => upload.series[0]!.id, () => upload.series[1]!.id];

  test('are converted and read in separate queues', async () => {
    await send(0, 'a', 'series-1');
    const payload = JSON.stringify({ seriesId: one() });
    const group = `upload-${upload.uploadId}`;
    expect(await jobs()).toEqual([
      { name: 'convert-series', payload, group_key: group, unique_key: `convert-series-${one()}` },
      { name: 'read-series', payload, group_key: `${group}-reading`, unique_key: `read-series-${one()}` },
    ]);
  });

  test('are converted and read once, however often it is requested', async () => {
    await send(0, 'a', 'series-1');
    const before = await jobs();
    await bench.context.db.write(async (tx) => {
      await queueConversion(tx, bench.context.jobs, { id: upload.uploadId, team_id: bench.eva.teamId }, one());
      await queueReading(tx, bench.context.jobs, { id: upload.uploadId, team_id: bench.eva.teamId }, one());
    });
    expect(await jobs()).toEqual(before);
  });

  test('end an upload when nothing of it is awaited any more, at a fixed time', async () => {
    bench.clock.now = 1_000_000;
    await send(0, 'a', 'series-1');
    await send(1, 'b', 'series-2');
    expect((await row()).sent_at).toBeNull();
    bench.clock.now = 2_000_000;
    await send(2, 'c', 'series-2');
    expect((await row()).sent_at).toBe(2_000_000);
    const uploadRow = await row();
    await bench.context.db.write((tx) => noteSent(tx, uploadRow, 3_000_000));
    expect((await row()).sent_at).toBe(2_000_000);
  });

  test('of another upload do not affect this one', async () => {
    const another = await registerTestUpload(bench, { 'series-1': 1 });
    await receiveChunk(bench.context, bench.eva, packChunk({ ...another, chunk: 0 }, [testFile('z', 'z')]));
    const sent = await bench.context.db.read.selectFrom('upload').select(['id', 'sent_at']).orderBy('id').execute();
    expect(sent.map(({ id, sent_at }) => [id, sent_at === null])).toEqual([
      [upload.uploadId, true],
      [another.uploadId, false],
    ]);
  });

  test('count their verified files, with the time of verification', async () => {
    bench.clock.now = 5_000_000;
    await send(0, 'b', 'series-2');
    const counted = await bench.context.db.read.selectFrom('series').select(['id', 'proved_files', 'updated_at']).orderBy('idx').execute();
    expect(counted).toMatchObject([
      { id: one(), proved_files: 0 },
      { id: other(), proved_files: 1, updated_at: 5_000_000 },
    ]);
    expect(counted[0]!.updated_at).not.toBe(5_000_000);
  });

  test("change each study once in the team's change log", async () => {
    const uploadRow = await row();
    const advance = { jobs: bench.context.jobs, now: 1 };
    const studyId = (await bench.context.db.read.selectFrom('study').select('id').executeTakeFirstOrThrow()).id;
    const changes = async () => (await bench.context.db.read.selectFrom('change').select('seq').execute()).length;
    const before = await changes();
    await bench.context.db.write(async (tx) => {
      expect(await noteStudies(tx, uploadRow, 1, [])).toBeNull();
      expect(await advanceSeries(tx, advance, uploadRow, [])).toBeNull();
      expect(await advanceSeries(tx, advance, uploadRow, [one(), other()])).toBeNull();
    });
    expect(await changes()).toBe(before);
    const seq = await bench.context.db.write((tx) => noteStudies(tx, uploadRow, 1, [studyId, studyId]));
    expect(await changes()).toBe(before + 1);
    expect(seq).toBe(
      (await bench.context.db.read.selectFrom('team').select('change_seq').where('id', '=', bench.eva.teamId).executeTakeFirstOrThrow())
        .change_seq,
    );
  });

  describe('with a contradictory chunk', () => {
    const sendAs = (chunk: number, change: Partial<ChunkPart>) =>
      receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk }, [{ file: testFile('a', 'aaa'), to: 1 }], change));

    test.each([
      ['another size', { size: 4 }],
      ['another series', { serie_id: 'series-2' }],
    ])('that gives a file %s: a conflict', async (_what, change) => {
      await sendAs(0, {});
      expect(await refusalOf(sendAs(1, change))).toEqual({ code: 'conflict' });
    });

    test('with more files of one series than registered: refused, also when another series has free places', async () => {
      const files = [testFile('a', 'a'), testFile('b', 'b'), testFile('c', 'c', { seriesId: 'series-2' })];
      expect(await refusalOf(receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, files)))).toMatchObject({
        code: 'invalid',
        errors: { parts: ['The series has more files than were announced.'] },
      });
      expect(await bench.context.db.read.selectFrom('file').select('id').execute()).toEqual([]);
    });
  });
});
