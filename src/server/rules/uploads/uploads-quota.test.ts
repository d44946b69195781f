import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { registerStudy } from './uploads-register-study.ts';
import { dropUpload } from './uploads-end.ts';
import { prepareUpload } from './uploads.ts';
import {
  createTestBench,
  packChunk,
  putSeriesInto,
  refusalOf,
  testBytes,
  testFile,
  testStudy,
  type TestBench,
} from './uploads-test-bench.ts';

describe.each(TEST_ENGINES)('storage space on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => void (bench = await createTestBench(engine)));
  afterEach(() => bench.close());

  const prepare = async (caller = bench.eva, context: TestBench['context'] = bench.context) => {
    const id = randomUUID();
    await prepareUpload(context, caller, { id, started: 1 });
    return id;
  };
  /** So many open uploads of Eva's, by one statement. */
  const openUploads = (count: number) => {
    const { teamId: team_id, userId: user_id } = bench.eva;
    const now = bench.context.now();
    const row = { team_id, user_id, started: 1, state: 'open' as const, created_at: now, updated_at: now };
    const rows = Array.from({ length: count }, () => ({ ...row, session: randomUUID() }));
    return bench.context.db.write((tx) => tx.insertInto('upload').values(rows).execute());
  };
  /** A study of one series that announces so many bytes. */
  const announcing = (session: string, bytes: number, id = 'study-1') => {
    const registration = testStudy(session, { [`series of ${id}`]: 1 }, { id });
    registration.study.series[0]!.totalFileSize = bytes;
    return registration;
  };
  const register = (session: string, bytes: number, id?: string, context: TestBench['context'] = bench.context) =>
    registerStudy(context, bench.eva, announcing(session, bytes, id));
  const studies = () => bench.context.db.read.selectFrom('study').select('client_id').execute();

  test('an upload has a byte limit; a file that could never fit is refused before its first byte and leaves nothing', async () => {
    const session = await prepare();
    await register(session, LIMITS.bytesPerUpload - 10);
    await register(session, LIMITS.bytesPerUpload - 10);
    expect(await refusalOf(register(session, 11, 'study-2'))).toEqual({
      code: 'too_large',
      limit: { name: 'bytesPerUpload', max: LIMITS.bytesPerUpload },
    });
    expect(await studies()).toEqual([{ client_id: 'study-1' }]);
    await register(session, 10, 'study-2');
  });

  test('a user has a limit of open uploads; existing ones may be requested again, and a dropped one frees a place', async () => {
    const first = await prepare();
    await openUploads(LIMITS.openUploadsPerUser - 1);
    expect(await refusalOf(prepare())).toEqual({
      code: 'too_many',
      limit: { name: 'openUploadsPerUser', max: LIMITS.openUploadsPerUser },
    });
    await prepare(bench.tom);
    await prepareUpload(bench.context, bench.eva, { id: first, started: 1 });
    await dropUpload(bench.context, bench.eva, first);
    await prepare();
    expect((await refusalOf(prepare())).code).toBe('too_many');
    // Forgotten ones are not held against her for ever.
    bench.clock.now += 31 * 86_400_000;
    await prepare();
  });

  test('of two simultaneous requests for the last place one gets it', async () => {
    await openUploads(LIMITS.openUploadsPerUser - 1);
    const outcomes = await Promise.allSettled([prepare(), prepare(), prepare()]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  test('a user has a byte limit over all uploads in progress', async () => {
    await register(await prepare(), LIMITS.bytesPerUpload);
    await register(await prepare(), LIMITS.receivingBytesPerUser - LIMITS.bytesPerUpload);
    const third = await prepare();
    expect(await refusalOf(register(third, 1))).toEqual({
      code: 'too_many',
      limit: { name: 'receivingBytesPerUser', max: LIMITS.receivingBytesPerUser },
    });
    // What has arrived is under way no more.
    await putSeriesInto(bench, 'proved');
    await register(third, 1);
  });

  describe('a team with a limit', () => {
    const limited = (bytesPerTeam: number): TestBench['context'] => ({ ...bench.context, bytesPerTeam });
    const full = (max: number) => ({ code: 'storage_full', limit: { name: 'bytesPerTeam', max } });

    test('counts what any of its members registered, and volumes; another team has its own limit', async () => {
      const context = limited(10_000);
      const session = await prepare();
      const { series } = await register(session, 6_000, 'study-1', context);
      expect(await refusalOf(register(session, 4_001, 'study-2', context))).toEqual(full(10_000));
      await register(session, 3_000, 'study-2', context);
      const volume = { name: 'v', object_key: 'team-1/v', size: 900, sha256: '', sidecar: null, converter: '', created_at: 0 };
      await bench.context.db.write((tx) =>
        tx
          .insertInto('volume')
          .values({ ...volume, series_id: series[0]!.id })
          .execute(),
      );
      expect(await refusalOf(register(session, 101, 'study-3', context))).toEqual(full(10_000));
      await register(session, 100, 'study-3', context);
      const other = await prepare(bench.ute, context);
      await registerStudy(context, bench.ute, announcing(other, 9_000));
      await dropUpload(context, bench.eva, session);
      await register(await prepare(), 10_000, 'study-1', context);
    });

    test('cannot be exceeded by files larger than registered: the chunk is refused and leaves nothing', async () => {
      const context = limited(1_000);
      const session = await prepare();
      const { study } = await registerStudy(context, bench.eva, announcing(session, 100));
      const send = (bytes: number) =>
        receiveChunk(
          context,
          bench.eva,
          packChunk({ session, studyUuid: study.uuid, chunk: 0 }, [testFile('x', testBytes(bytes), { seriesId: 'series of study-1' })]),
        );
      expect(await refusalOf(send(1_001))).toEqual(full(1_000));
      expect(await bench.context.db.read.selectFrom('file').select('id').execute()).toEqual([]);
      for await (const { key } of context.objects.list('')) expect(key).toBe('nothing');
      expect(await send(1_000)).toMatchObject({ proved: ['x'] });
    });
  });
});
