import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDcm2niix } from '#server/conversion/dcm2niix.ts';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { createConvertSeriesHandler } from './rules/conversion/conversion-series-job.ts';
import { findMember } from './rules/teams/membership.ts';
import { createPasswords } from './rules/accounts/passwords.ts';
import { dropUpload } from './rules/uploads/uploads-end.ts';
import { listStudies } from './rules/studies/list-studies.ts';
import { listUploads } from './rules/uploads/uploads-list.ts';
import { createTestBench, type TestBench } from './rules/uploads/uploads-test-bench.ts';
import { StorageFullError } from '#server/storage/object-store.ts';
import { seedDemo } from './demo.ts';
import { startDemoSeeding } from './demo-seeding.ts';
import { DEMO_STUDIES, type DemoStudy } from './demo-studies.ts';

/** Two demo studies that are small enough to be created often. */
const SMALL: readonly DemoStudy[] = DEMO_STUDIES.slice(0, 2).map((demo) => ({
  ...demo,
  series: demo.series.map((series) => ({ ...series, slices: 4, matrix: 32 })),
}));

describe.each(TEST_ENGINES)('studies of the demo on %s', (engine) => {
  let bench: TestBench;
  let runner: JobRunner;
  let faults: unknown[];
  beforeEach(async () => {
    bench = await createTestBench(engine);
    await seedDemo(bench.context.db, createPasswords(), bench.clock.now);
    runner = startJobRunner(bench.context.jobs, {
      'convert-series': createConvertSeriesHandler(bench.context, { dcm: createDcm2niix(), nii: createNiftiAsSent() }),
    });
    faults = [];
  });
  afterEach(async () => {
    await runner.stop('abandon');
    await bench.close();
  });

  const start = (studies = SMALL, context: ServerContext = bench.context) =>
    startDemoSeeding(context, { studies, followEveryMs: 10, onFault: (_place, error) => void faults.push(error) });
  const storedStudies = () =>
    bench.context.db.read
      .selectFrom('study')
      .innerJoin('team', 'team.id', 'study.team_id')
      .select(['team.slug', 'study.patient_name', 'study.body_part', 'study.modality'])
      .orderBy('study.id')
      .execute();
  /** Everything that a repetition could change or duplicate. */
  const everything = async () => {
    const { read } = bench.context.db;
    return {
      uploads: await read.selectFrom('upload').selectAll().orderBy('id').execute(),
      studies: await read.selectFrom('study').selectAll().orderBy('id').execute(),
      series: await read.selectFrom('series').selectAll().orderBy('id').execute(),
      files: await read.selectFrom('file').selectAll().orderBy('id').execute(),
      chunks: await read.selectFrom('chunk').selectAll().orderBy('upload_id').orderBy('chunk_index').execute(),
      volumes: await read.selectFrom('volume').selectAll().orderBy('id').execute(),
      labels: await read.selectFrom('study_label').selectAll().orderBy('id').execute(),
      projects: await read.selectFrom('project').selectAll().orderBy('id').execute(),
      changes: await read.selectFrom('change').selectAll().orderBy('team_id').orderBy('seq').execute(),
    };
  };
  const expectWhole = async (studies: readonly DemoStudy[]) => {
    const { uploads, series, files, volumes } = await everything();
    expect(uploads.map(({ session, state }) => [session, state])).toEqual(studies.map(({ session }) => [session, 'finished']));
    expect(series.map((each) => each.series_description)).toEqual(
      studies.flatMap((demo) => demo.series.map((each) => each.seriesDescription)),
    );
    expect(new Set(series.map((each) => each.state))).toEqual(new Set(['converted']));
    expect(files).toHaveLength(studies.flatMap((demo) => demo.series).reduce((sum, each) => sum + each.slices, 0));
    expect(files.every((file) => file.proved === 1)).toBe(true);
    expect(volumes.map((volume) => volume.series_id)).toEqual(series.map((each) => each.id));
  };

  test('arrive verified and converted, each in its team, and appear in its history', async () => {
    await start(DEMO_STUDIES).done;
    expect(faults).toEqual([]);
    await expectWhole(DEMO_STUDIES);
    expect(await storedStudies()).toEqual([
      { slug: 'north', patient_name: 'Plover^Amber', body_part: 'head', modality: 'MR' },
      { slug: 'north', patient_name: 'Curlew^Silas', body_part: 'abdomen', modality: 'CT' },
      { slug: 'north', patient_name: 'Avocet^Mira', body_part: 'head', modality: 'MR' },
      { slug: 'south', patient_name: 'Dunlin^Theo', body_part: 'head', modality: 'MR' },
    ]);
    const { data } = await listStudies(bench.context, await memberOf('annotator@demo.test', 'north'), { page: 1 });
    expect(data.map(({ labels, projects }) => [labels, projects].map((list) => list?.map(({ name }) => name)))).toEqual([
      [['Motion artefact'], ['White matter lesions']],
      [['Second reader'], ['Follow-up 2026', 'Liver phantom']],
      [['Second reader', 'Teaching file'], ['White matter lesions']],
    ]);
    const history = await listUploads(bench.context, await memberOf('annotator@demo.test', 'north'), { page: 1 });
    expect(
      history.data.map(({ user, studies, series, files, proved, state, errors }) => ({
        user,
        studies,
        series,
        files,
        proved,
        state,
        errors,
      })),
    ).toEqual([
      { user: 'Mei Tanaka', studies: 1, series: 2, files: 36, proved: 36, state: 'finished', errors: 0 },
      { user: 'Noor Haddad', studies: 1, series: 1, files: 24, proved: 24, state: 'finished', errors: 0 },
      { user: 'Noor Haddad', studies: 1, series: 3, files: 58, proved: 58, state: 'finished', errors: 0 },
    ]);
  });

  test('are uploaded by people with the permission', async () => {
    for (const { uploader, team } of DEMO_STUDIES) expect((await memberOf(uploader, team)).permissions).toContain('r:upload-v2');
  });

  test('are unchanged by the next start', async () => {
    await start().done;
    const before = await everything();
    bench.clock.now += 60_000;
    await start().done;
    expect(faults).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('are completed by the next start after one that was interrupted between two studies', async () => {
    const { objects } = bench.context;
    let room = 1;
    const narrow = Object.assign(Object.create(objects) as typeof objects, {
      write: (...object: Parameters<typeof objects.write>) =>
        room-- > 0 ? objects.write(...object) : Promise.reject(new StorageFullError()),
    });
    await start(SMALL, { ...bench.context, objects: narrow }).done;
    expect(faults).toMatchObject([{ code: 'storage_full' }]);
    expect((await everything()).chunks).toHaveLength(1);
    await start().done;
    expect(faults).toHaveLength(1);
    await expectWhole(SMALL);
  });

  test('can be stopped before their first byte, and resumed from there', async () => {
    const stopped = Promise.withResolvers<void>();
    const { news } = bench.context;
    const seeding = start(SMALL, {
      ...bench.context,
      // The first event is the registration of a study.
      news: { ...news, toTeam: () => seeding.stop().then(stopped.resolve, stopped.reject) },
    });
    await Promise.all([seeding.done, stopped.promise]);
    const { studies, chunks } = await everything();
    expect([studies.length, chunks.length]).toEqual([1, 0]);
    await start().done;
    await expectWhole(SMALL);
    expect(faults).toEqual([]);
  });

  test('are not added again when their upload was dropped', async () => {
    const stopped = start(SMALL, { ...bench.context, news: { ...bench.context.news, toTeam: () => void stopped.stop() } });
    await stopped.done;
    const uploader = await memberOf(SMALL[0]!.uploader, 'north');
    await dropUpload(bench.context, { ...uploader, uploadId: null }, SMALL[0]!.session);
    await start().done;
    expect(faults).toEqual([]);
    expect((await storedStudies()).map((study) => study.patient_name)).toEqual(['Curlew^Silas']);
  });

  async function memberOf(email: string, team: string) {
    const { id } = await bench.context.db.read.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    return (await findMember(bench.context.db.read, { userId: id, signInId: 0 }, team))!;
  }
});
