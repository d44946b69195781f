import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Finding, ListedFinding, type SavedMark } from '#contract/quality.ts';
import { createSyntheticSeries } from '#server/conversion/synthetic-series.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { readSeries } from '#server/reading/read-series.ts';
import { changesSince } from '#server/rules/changes.ts';
import type { Member } from '#server/rules/context.ts';
import { createReadSeriesHandler } from '#server/rules/conversion/reading-series-job.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { deleteStudies, restoreStudies } from '#server/rules/studies/deleted-studies.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { findStudy } from '#server/rules/studies/studies-detail.ts';
import {
  createTestBench,
  packChunk,
  refusalOf,
  registerTestUpload,
  putSeriesInto,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { createCheckStudyHandler } from './check-study-job.ts';
import { findingsOf, listFindings, markFinding } from './findings.ts';
import { hasFinding, isChecked } from './has-finding.ts';
import { queueCheck } from './queue-check.ts';

describe.each(TEST_ENGINES)('findings on %s', (engine) => {
  let bench: TestBench;
  let runner: JobRunner;
  const codecs = createNodeCodecs();

  beforeEach(async () => {
    bench = await createTestBench(engine);
    runner = startJobRunner(
      bench.context.jobs,
      {
        'read-series': createReadSeriesHandler(bench.context, { version: 1, read: (series) => readSeries(series, codecs) }),
        'check-study': createCheckStudyHandler(bench.context),
      },
      { lanes: [['read-series'], ['check-study']] },
    );
  });
  afterEach(async () => {
    await runner.stop('abandon');
    await bench.close();
  });

  const read = () => bench.context.db.read;

  /** Slices of a phantom, by number; a patient's name makes their UIDs. */
  async function send(slices: readonly number[], patientName: string, owner: Member = bench.eva): Promise<RegisteredUpload> {
    const files = createSyntheticSeries({ slices: 12, patientName });
    const upload = await registerTestUpload(
      bench,
      { a: slices.length },
      { patientName, owner, studyInstanceUid: `1.2.${patientName.length}` },
    );
    const parts = slices.map((slice) => testFile(`${slice}`, files[slice]!.bytes, { seriesId: 'a' }));
    await receiveChunk(bench.context, owner as typeof bench.eva, packChunk({ ...upload, chunk: 0 }, parts));
    await runner.idle();
    return upload;
  }
  const GAP = [0, 1, 2, 3, 5, 6, 7];
  const found = async ({ studyUuid }: RegisteredUpload, caller: Member = bench.tom) => findingsOf(bench.context, caller, studyUuid);
  const said = async (upload: RegisteredUpload, caller: Member = bench.tom) => (await found(upload, caller)).map((one) => one.said);
  const mark = async (upload: RegisteredUpload, finding: string, body: Partial<SavedMark>, caller: Member = bench.tom) =>
    markFinding(bench.context, caller, { study: upload.studyUuid, uuid: finding }, { version: 1, mark: 'seen', reason: '', ...body });
  const check = async ({ studyId }: RegisteredUpload) => {
    await bench.context.db.write((tx) => queueCheck(tx, bench.context.jobs, { study: studyId }));
    bench.context.jobs.wake();
    await runner.idle();
  };

  test('are computed when a series was read, without a client, and the page is told [QIN-10]', async () => {
    const upload = await send(GAP, 'Gap');
    const [finding, ...others] = await found(upload);
    expect(Finding.parse(finding)).toEqual(finding);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      ...{ severity: 'error', series: upload.series[0]!.uuid, other: null, version: 1, mark: null, found_at: '2026-01-02 03:04:05' },
      said: { code: 'missing-slices', missing: 1, present: 7, stepMm: 2 },
    });
    const { changes } = await changesSince(read(), bench.tom, 0);
    expect(changes.filter(({ kind }) => kind === 'finding')).toMatchObject([{ ref: upload.studyUuid }]);
    expect((await findStudy(bench.context, bench.tom, upload.studyUuid)).findings).toEqual([finding]);
    expect(await found(await send([0, 1, 2, 3, 4], 'Whole'))).toEqual([]);
  });

  test('are the same when a study is checked again, and nobody is told [QIN-10]', async () => {
    const upload = await send(GAP, 'Gap');
    const before = await found(upload);
    const { seq } = await changesSince(read(), bench.tom, 0);
    await check(upload);
    expect(await found(upload)).toEqual(before);
    expect((await changesSince(read(), bench.tom, seq)).changes).toEqual([]);
  });

  test('are replaced when a series changes, which takes the mark away, and go when it goes [QIN-10]', async () => {
    const upload = await send(GAP, 'Gap');
    const [finding] = await found(upload);
    await mark(upload, finding!.uuid, { mark: 'accepted', reason: 'Only the centre is used.' });
    const setQuality = (missing: number | null) =>
      bench.context.db.write(async (tx) => {
        const row = await tx.selectFrom('series_reading').selectAll().executeTakeFirstOrThrow();
        const quality = JSON.parse(row.quality!) as { findings: { said: object }[] };
        const findings = missing === null ? [] : [{ severity: 'error', said: { ...quality.findings[0]!.said, missing } }];
        await tx
          .updateTable('series_reading')
          .set({ quality: JSON.stringify({ ...quality, findings }) })
          .execute();
      });
    await setQuality(2);
    await check(upload);
    expect(await found(upload)).toMatchObject([{ uuid: finding!.uuid, version: 2, mark: null, said: { missing: 2 } }]);
    await setQuality(null);
    await check(upload);
    expect(await found(upload)).toEqual([]);
  });

  test('say that another study has the same images, in both studies, until one of them is deleted [QIN-09]', async () => {
    const first = await send([0, 1, 2, 3, 4], 'Twice');
    expect(await found(first)).toEqual([]);
    const second = await send([3, 4, 5, 6, 7, 8, 9], 'Twice');
    expect(await found(first)).toMatchObject([
      { severity: 'warning', other: second.studyUuid, series: null, said: { code: 'duplicate-images', images: 2, of: 5 } },
    ]);
    expect(await found(second)).toMatchObject([{ other: first.studyUuid, said: { code: 'duplicate-images', images: 2, of: 7 } }]);
    await putSeriesInto(bench, 'converted');
    await deleteStudies(bench.context, bench.eva, [second.studyUuid]);
    // Before anything is computed again: nobody sees a deleted study.
    expect(await found(first)).toEqual([]);
    await runner.idle();
    expect(await read().selectFrom('finding').selectAll().execute()).toEqual([]);
    await restoreStudies(bench.context, bench.eva, [second.studyUuid]);
    await runner.idle();
    expect([await said(first), await said(second)]).toMatchObject([[{ images: 2, of: 5 }], [{ images: 2, of: 7 }]]);
  });

  test('say nothing of another team that has the same images [QIN-09]', async () => {
    const [north, south] = [await send([0, 1, 2, 3], 'Twice'), await send([0, 1, 2, 3], 'Twice', bench.ute)];
    expect([await found(north), await found(south, bench.ute)]).toEqual([[], []]);
    expect(await read().selectFrom('finding').selectAll().execute()).toEqual([]);
    expect((await refusalOf(found(north, bench.ute))).code).toBe('not_found');
  });

  test('say that volumes have the same values under other UIDs [QIN-09]', async () => {
    const [one, two] = [await send([0, 1, 2, 3], 'Ann'), await send([0, 1, 2, 3], 'Bertha')];
    await bench.context.db.write(async (tx) => {
      for (const [upload, values] of [
        [one, ['a', 'b']],
        [two, ['b', null]],
      ] as const)
        for (const [at, values_sha256] of values.entries())
          await tx
            .insertInto('volume')
            .values({
              ...{ series_id: upload.series[0]!.id, name: `v${at}`, object_key: `k${upload.studyId}${at}`, size: 1, sha256: 's' },
              ...{ sidecar: null, converter: 'test', created_at: 1, values_sha256 },
            })
            .execute();
    });
    await check(two);
    expect(await said(one)).toEqual([{ code: 'duplicate-pixels', volumes: 1, of: 2 }]);
    expect(await found(two)).toMatchObject([{ other: one.studyUuid, said: { code: 'duplicate-pixels', volumes: 1, of: 2 } }]);
  });

  test('are marked by members, for the version that they saw, and the same mark twice is one [QIN-11]', async () => {
    const upload = await send(GAP, 'Gap');
    const [finding] = await found(upload);
    expect((await mark(upload, finding!.uuid, { mark: 'accepted', reason: ' Enough. ' })).mark).toEqual({
      ...{ as: 'accepted', reason: 'Enough.', user: { id: bench.tom.userId, name: 'Tom' }, at: '2026-01-02 03:04:05' },
    });
    bench.told.length = 0;
    bench.clock.now += 1_000;
    await mark(upload, finding!.uuid, { mark: 'accepted', reason: 'Enough.' });
    expect(bench.told).toEqual([]);
    expect((await refusalOf(mark(upload, finding!.uuid, { version: 2 }))).code).toBe('conflict');
    expect((await refusalOf(mark(upload, upload.studyUuid, {}))).code).toBe('not_found');
    expect((await refusalOf(mark(upload, finding!.uuid, {}, bench.ute))).code).toBe('not_found');
    expect((await mark(upload, finding!.uuid, { mark: null })).mark).toBe(null);
    expect(bench.told).toHaveLength(1);
  });

  test('of the team are listed with their studies, by code, severity and mark, in pages [QIN-12]', async () => {
    const gap = await send(GAP, 'Gap');
    bench.clock.now += 1_000;
    const [first, second] = [await send([0, 1, 2], 'Twice'), await send([0, 1, 2], 'Twice')];
    await send([0, 1, 2], 'Twice', bench.ute);
    const list = async (filters: Partial<Parameters<typeof listFindings>[2]> = {}, caller: Member = bench.tom) =>
      listFindings(bench.context, caller, { page: 1, ...filters });
    const all = await list();
    expect(all).toMatchObject({ total: 3, per_page: 50, current_page: 1 });
    expect(ListedFinding.array().parse(all.data)).toEqual(all.data);
    expect(all.data.map(({ study }) => study.uuid)).toEqual([first.studyUuid, second.studyUuid, gap.studyUuid]);
    expect(all.data[2]!.study).toEqual({ uuid: gap.studyUuid, data: { patientName: 'Gap' }, modality: 'MR', studyDate: '20240102' });
    const codes = async (filters: Parameters<typeof list>[0]) => (await list(filters)).data.map((one) => one.said.code);
    expect(await codes({ code: 'duplicate-images' })).toEqual(['duplicate-images', 'duplicate-images']);
    expect(await codes({ severity: 'error' })).toEqual(['missing-slices']);
    await mark(gap, all.data[2]!.uuid, { mark: 'accepted', reason: 'Enough.' });
    expect([await codes({ mark: 'accepted' }), await codes({ mark: 'seen' })]).toEqual([['missing-slices'], []]);
    expect(await codes({ mark: 'open', severity: 'warning' })).toEqual(['duplicate-images', 'duplicate-images']);
    expect((await list({ page: 2 })).data).toEqual([]);
    expect((await list({}, bench.ute)).total).toBe(0);
  });

  test('narrow the list of studies, and are conditions, as long as nobody has accepted them [QIN-12, QIN-13]', async () => {
    const gap = await send(GAP, 'Gap');
    await send([0, 1, 2], 'Whole');
    const studies = async (finding: 'any' | 'missing-slices' | 'duplicate-images') =>
      (await listStudies(bench.context, bench.tom, { page: 1, finding })).data.map(({ uuid }) => uuid);
    expect([await studies('any'), await studies('missing-slices'), await studies('duplicate-images')]).toEqual([
      [gap.studyUuid],
      [gap.studyUuid],
      [],
    ]);
    const has = (...what: [Parameters<typeof hasFinding>[2], Parameters<typeof hasFinding>[3]?]) =>
      hasFinding(read(), gap.studyId, ...what);
    expect([await has('any'), await has('missing-slices', 'error'), await has('unequal-spacing')]).toEqual([true, true, false]);
    const [finding] = await found(gap);
    await mark(gap, finding!.uuid, {});
    expect([await has('any', 'warning'), await studies('any')]).toEqual([true, [gap.studyUuid]]);
    await mark(gap, finding!.uuid, { mark: 'accepted', reason: 'Enough.' });
    expect([await has('any'), await studies('any'), await studies('missing-slices')]).toEqual([false, [], []]);
  });

  test('wake the flows of their study at the end of each check, also one that finds nothing new [QIN-13]', async () => {
    const upload = await send([0, 1, 2, 3, 4], 'Whole');
    const times = { created_at: 1, updated_at: 1 };
    const { id } = await bench.context.db.write(async (tx) => {
      const pipeline = { team_id: bench.eva.teamId, code: 'quality', name: 'Quality', modality_code: 'MR', created_at: 1 };
      const { id: pipeline_id } = await tx.insertInto('pipeline').values(pipeline).returning('id').executeTakeFirstOrThrow();
      const version = { pipeline_id, number: 1, definition: '{}', author_id: null, created_at: 1 };
      const { id: version_id } = await tx.insertInto('pipeline_version').values(version).returning('id').executeTakeFirstOrThrow();
      const flow = { team_id: bench.eva.teamId, pipeline_id, version_id, study_id: upload.studyId, state: 'waits_data', ...times } as const;
      const at = { position: 0, woken: 0, open_key: 'open', start_key: 'start', started_by: null, ended_at: null };
      return tx
        .insertInto('flow')
        .values({ ...flow, ...at })
        .returning('id')
        .executeTakeFirstOrThrow();
    });
    await check(upload);
    const flow = await read().selectFrom('flow').select('woken').where('id', '=', id).executeTakeFirstOrThrow();
    expect(flow.woken).toBe(1);
  });

  test('are complete once all series have been read and have ended, and no check waits [QIN-13]', async () => {
    const upload = await send(GAP, 'Gap');
    expect(await isChecked(read(), upload.studyId)).toBe(false);
    await putSeriesInto(bench, 'converted');
    expect(await isChecked(read(), upload.studyId)).toBe(true);
    await runner.stop('wait');
    await bench.context.db.write((tx) => queueCheck(tx, bench.context.jobs, { study: upload.studyId }));
    expect(await isChecked(read(), upload.studyId)).toBe(false);
  });
});
