import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { createConvertSeriesHandler } from './conversion-series-job.ts';
import { createInfer, queueInfers, type InferredSeries } from './infers.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { seriesOfStudy } from '#server/rules/studies/studies-detail.ts';
import {
  createTestBench,
  packChunk,
  putSeriesInto,
  refusalOf,
  registerTestUpload,
  testFile,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';

describe.each(TEST_ENGINES)('models for converted series, on %s', (engine) => {
  let bench: TestBench;
  let runner: JobRunner | null;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    runner = null;
  });
  afterEach(async () => {
    await runner?.stop('abandon');
    await bench.close();
  });

  /** Two converted series, the second of which is the reference. */
  async function convertedStudy(modality: string, which?: InferredSeries) {
    const upload = await registerTestUpload(bench, { a: 1, b: 1 });
    await bench.context.db.write(async (tx) => {
      await tx.updateTable('series').set({ modality }).execute();
      await tx.updateTable('study').set({ modality }).execute();
      await tx.updateTable('series').set({ ref_serie: 1 }).where('client_id', '=', 'b').execute();
    });
    for (const [chunk, seriesId] of ['a', 'b'].entries())
      await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk }, [testFile(`${seriesId}-1`, seriesId, { seriesId })]));
    const dcm = {
      name: 'played 1.0',
      maxInputBytes: 1_000_000,
      convert: () => Promise.resolve({ ok: true as const, volumes: [{ name: '1', bytes: Buffer.from('voxels'), sidecar: null }] }),
    };
    runner = startJobRunner(bench.context.jobs, {
      'convert-series': createConvertSeriesHandler(bench.context, { dcm, nii: createNiftiAsSent() }, which),
    });
    await runner.idle();
    return upload;
  }
  const seen = async (uuid: string) =>
    (await seriesOfStudy(bench.context, bench.eva, uuid)).map(({ infers }) => infers?.map(({ model, state }) => `${model} ${state}`));

  test.each([
    ['CT', ['total6mm queued', 'total queued']],
    ['MR', ['total-mr6mm queued', 'total-mr queued']],
    ['XA', []],
    ['__proto__', []],
  ])('are started automatically for each converted series of %s [CONV-014, CONV-015, CONV-016, CONST-58]', async (modality, models) => {
    const { studyUuid } = await convertedStudy(modality);
    expect(await seen(studyUuid)).toEqual([models, models]);
  });

  test('are started for the reference series only, if configured so [ODD-43]', async () => {
    const { studyUuid } = await convertedStudy('CT', 'reference');
    expect(await seen(studyUuid)).toEqual([[], ['total6mm queued', 'total queued']]);
  });

  test('are started once, however often a series is converted, and again after a failure [ODD-43]', async () => {
    const { studyUuid, series } = await convertedStudy('CT');
    const again = () => bench.context.db.write((tx) => queueInfers(tx, series[0]!.id, 'every', 2));
    await again();
    await bench.context.db.write((tx) =>
      tx.updateTable('infer').set({ state: 'done', open_key: null }).where('model', '=', 'total').execute(),
    );
    await again();
    expect((await seen(studyUuid))[0]).toEqual(['total6mm queued', 'total done']);
    await bench.context.db.write((tx) => tx.updateTable('infer').set({ state: 'failed', open_key: null }).execute());
    await again();
    expect((await seen(studyUuid))[0]).toEqual(['total6mm failed', 'total failed', 'total6mm queued', 'total queued']);
  });

  test('are started on request, for a series or a study: the same job while one waits [CALL-067, CONV-017]', async () => {
    const { studyUuid, series } = await convertedStudy('CT');
    const known = (await seriesOfStudy(bench.context, bench.eva, studyUuid))[0]?.infers;
    const caseId = series[0]!.uuid;
    expect(await createInfer(bench.context, bench.eva, { caseId, modelId: 'total' })).toEqual({ id: known?.[1]?.id, state: 'queued' });
    const ofStudy = await createInfer(bench.context, bench.eva, { caseId: studyUuid, modelId: 'total', modelParams: { fast: true } });
    expect(await createInfer(bench.context, bench.eva, { caseId: studyUuid, modelId: 'total' })).toEqual(ofStudy);
    expect(await bench.context.db.read.selectFrom('infer').selectAll().where('id', '=', ofStudy.id).executeTakeFirst()).toMatchObject({
      series_id: null,
      params: '{"fast":true}',
      created_by: bench.eva.userId,
    });
  });

  test('are refused for unsuitable images, unconverted series, another team, and without the permission', async () => {
    const { studyUuid, series } = await convertedStudy('CT');
    const caseId = series[0]!.uuid;
    const ask = (caller: typeof bench.eva, given: Partial<Parameters<typeof createInfer>[2]> = {}) =>
      refusalOf(createInfer(bench.context, caller, { caseId, modelId: 'total', ...given }));
    expect(await ask(bench.eva, { modelId: 'total-mr' })).toMatchObject({ code: 'invalid', errors: { modelId: expect.anything() } });
    expect(await ask(bench.ute)).toMatchObject({ code: 'not_found' });
    expect(await ask(bench.ute, { caseId: studyUuid })).toMatchObject({ code: 'not_found' });
    expect(await ask({ ...bench.eva, permissions: new Set(['r:projects' as const]) })).toMatchObject({ code: 'not_allowed' });
    await putSeriesInto(bench, 'receiving', { uuid: caseId });
    expect(await ask(bench.eva)).toMatchObject({ code: 'not_found' });
  });
});
