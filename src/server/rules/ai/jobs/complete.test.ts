import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import {
  asJson,
  CLASSES,
  createAiTestBench,
  holderOf,
  MANIFEST,
  REPORT,
  SUMMARY,
  type AiTestBench,
  type TestWorker,
} from '#server/rules/ai/ai-test-bench.ts';
import { modelDetail } from '#server/rules/ai/models.ts';
import { startTraining, stopTraining, trainingDetail } from '#server/rules/ai/trainings.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import type { LeasedJob } from './claim.ts';
import { completeJob } from './complete.ts';
import { openInput } from './inputs.ts';
import { outputsOf } from './outputs.ts';
import { partsOfJob } from './job-parts.ts';
import { reportProgress } from './progress.ts';

const TREES = { ...MANIFEST, engine: 'trees' };

describe.each(TEST_ENGINES)('completing jobs, on %s', (engine) => {
  let ai: AiTestBench;
  let worker: TestWorker;
  beforeEach(async () => {
    ai = await createAiTestBench(engine);
    worker = await ai.newWorker();
  });
  afterEach(() => ai.close());

  const complete = (job: LeasedJob) => completeJob(ai.context, holderOf(worker, job));
  const handIn = (job: LeasedJob, name: string, value: unknown) =>
    ai.handIn(worker, job, name, Buffer.isBuffer(value) ? value : asJson(value));
  const notices = async () =>
    (await ai.context.db.read.selectFrom('notification').select(['user_id', 'type_code']).orderBy('id').execute()).map(
      ({ user_id, type_code }) => `${user_id} ${type_code}`,
    );
  const opens = async () =>
    (
      await ai.context.db.read.selectFrom('notification').select(['url', 'model1_id', 'model2_id', 'model3_id']).orderBy('id').execute()
    ).map(({ url, ...ids }) => [url, ...Object.values(ids)]);
  const detail = (id: number) => trainingDetail(ai.context.db.read, ai.eva, id, ai.clock.now);

  test.each([
    ['the summary is missing', 'summary.json', undefined],
    ['the label map is missing', 'labels.nii.gz', undefined],
    ['the summary is not JSON', 'summary.json', Buffer.from('no summary')],
    ['the summary has no classes', 'summary.json', { ...SUMMARY, classes: [] }],
  ])('of an inference is refused if %s, and can be mended', async (_why, name, value) => {
    const id = await ai.infer((await ai.newRunning()).model, await ai.newStudy());
    const job = (await ai.take(worker))!;
    const whole = { 'summary.json': SUMMARY, 'labels.nii.gz': Buffer.from('labels') };
    for (const [each, good] of Object.entries(whole)) {
      const given = each === name ? value : good;
      if (given !== undefined) await handIn(job, each, given);
    }
    expect(await refusalOf(complete(job))).toMatchObject({ code: 'invalid', errors: { [name]: expect.anything() } });
    expect(await ai.ofInfer(id)).toMatchObject({ state: 'running' });
    await ai.finishInfer(worker, job);
    expect(await ai.ofInfer(id)).toMatchObject({ state: 'done', failure: null, open_key: null, summary: JSON.stringify(SUMMARY) });
    // Whoever asked for it is told once.
    expect(await notices()).toEqual([`${ai.eva.userId} aiinfer.done`]);
    const study = await ai.context.db.read.selectFrom('study').select(['id', 'uuid']).executeTakeFirstOrThrow();
    expect(await opens()).toEqual([[`/annotator/case/${study.uuid}?aiinfer=true`, study.id, null, id]]);
    expect((await refusalOf(complete(job))).code).toBe('lease_lost');
  });

  test('of a training makes the next version of its model, and tells whoever started it [AI-007, AI-008, NOTIF-26, NOTIF-27, ENT-11]', async () => {
    const { training, model, cases } = await ai.startedTraining();
    expect(await detail(training.id)).toMatchObject({ state: 'queued', waits: 'worker' });
    const job = (await ai.take(worker))!;
    expect(await detail(training.id)).toMatchObject({ state: 'uploading', worker: 'w' });
    await reportProgress(ai.context, holderOf(worker, job), { fraction: 0.1, message: 'Round 1', events: [], log: ['Round 1'] });
    expect(await detail(training.id)).toMatchObject({ state: 'running', log: [{ line: 'Round 1' }] });

    await handIn(job, 'manifest.json', TREES);
    await handIn(job, 'report.json', REPORT);
    expect(await refusalOf(complete(job))).toMatchObject({ code: 'invalid', errors: { 'model.trees': expect.anything() } });
    await handIn(job, 'model.trees', Buffer.from('a forest'));
    await handIn(job, 'manifest.json', { ...TREES, classes: [CLASSES[0]] });
    expect(await refusalOf(complete(job))).toMatchObject({ code: 'invalid', errors: { manifest: expect.anything() } });
    await handIn(job, 'manifest.json', TREES);
    await handIn(job, 'report.json', { ...REPORT, mean: { foreground: 1.5 } });
    expect(await refusalOf(complete(job))).toMatchObject({ code: 'invalid', errors: { 'report.json': expect.anything() } });
    await handIn(job, 'report.json', REPORT);
    await complete(job);

    const done = await detail(training.id);
    expect(done).toMatchObject({ state: 'complete', fraction: 1, dice: 0.8, startable: false, version: { number: 1 } });
    expect(done.studies).toEqual([{ id: 'case_0002', uuid: cases[1]!.study.uuid, patientName: 'Test^Two' }]);
    const { versions, promoted } = await modelDetail(ai.context.db.read, ai.eva, model.id, ai.clock.now);
    expect(promoted).toBe(null);
    expect(versions).toMatchObject([
      { number: 1, state: 'ready', training: training.id, manifest: { training: training.uuid }, dataset: { name: 'Frozen', version: 1 } },
    ]);
    expect(await notices()).toEqual([`${ai.eva.userId} aitrain.train.begin`, `${ai.eva.userId} aitrain.train.complete`]);
    expect(new Set((await opens()).map(String))).toEqual(new Set([`/ai2-trainings/detail/${training.id},${training.id},${model.id},`]));
  });

  test('names what a training reads, by addresses that end with the lease', async () => {
    const { cases } = await ai.startedTraining();
    const job = (await ai.take(worker))!;
    const parts = (await partsOfJob(ai.context.db.read, job))!;
    expect(parts.spec).toMatchObject({
      ...{ engine: 'trees', seed: 1, seconds: 60, classes: [{ title: 'Head', value: 1 }, CLASSES[1]] },
      cases: [
        { id: 'case_0001', part: 'train', images: ['images/case_0001_0000.nii'], mask: 'labels/case_0001.nii.gz' },
        { id: 'case_0002', part: 'test' },
      ],
    });
    const open = (ticket: string, name: string) => openInput(ai.context, { ticket, name }, () => undefined);
    expect((await open(job.ticket, 'images/case_0001_0000.nii')).size).toBe(Buffer.from('a volume').length);
    expect((await refusalOf(open(job.ticket, 'images/case_0003_0000.nii'))).code).toBe('not_found');
    expect((await refusalOf(open('t'.repeat(43), 'images/case_0001_0000.nii'))).code).toBe('not_found');
    // What is deleted meanwhile is not read any more.
    await ai.context.db.write((tx) => tx.updateTable('study').set({ deleted_at: 1 }).where('id', '=', cases[0]!.study.id).execute());
    expect((await refusalOf(open(job.ticket, 'images/case_0001_0000.nii'))).code).toBe('not_found');
    ai.clock.now += LIMITS.workerLeaseMs + 1;
    expect((await refusalOf(open(job.ticket, 'images/case_0002_0000.nii'))).code).toBe('not_found');
  });

  test('goes on from the checkpoint of a training that was stopped [AI-006]', async () => {
    const { training } = await ai.startedTraining();
    const job = (await ai.take(worker))!;
    await handIn(job, 'checkpoint.bin', Buffer.from('half a forest'));
    await handIn(job, 'report.json', REPORT);
    await stopTraining(ai.context, ai.tom, training.id);
    await stopTraining(ai.context, ai.tom, training.id);
    expect(await detail(training.id)).toMatchObject({ state: 'stopped', startable: true });
    expect((await refusalOf(complete(job))).code).toBe('lease_lost');
    await startTraining(ai.context, ai.tom, training.id);
    expect((await refusalOf(startTraining(ai.context, ai.tom, training.id))).code).toBe('training_running');
    const next = (await ai.take(worker))!;
    expect(next).toMatchObject({ uuid: job.uuid, attempt: 2 });
    expect((await partsOfJob(ai.context.db.read, next))!.inputs.at(-1)).toMatchObject({ name: 'checkpoint.bin', bytes: 13 });
    // Anything else of an earlier attempt is gone, so that results of two attempts are never mixed.
    expect((await outputsOf(ai.context.db.read, next.id)).map(({ name }) => name)).toEqual(['checkpoint.bin']);
  });

  test('tells whoever started a training that it has failed, and keeps the reason of the worker', async () => {
    const { training } = await ai.startedTraining();
    await ai.fail(worker, (await ai.take(worker))!, false);
    expect(await detail(training.id)).toMatchObject({
      state: 'failed',
      failure: 'error',
      startable: true,
      log: [{ line: 'No more memory.' }],
    });
    expect(await notices()).toEqual([`${ai.eva.userId} aitrain.train.fail`]);
  });
});
