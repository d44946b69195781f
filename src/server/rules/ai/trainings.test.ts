import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { asJson, CLICKS, createAiTestBench, holderOf, REPORT, type AiTestBench } from './ai-test-bench.ts';
import { completeJob } from './jobs/complete.ts';
import { modelDetail } from './models.ts';
import { addFrozenTestVersion } from './frozen-test-bench.ts';
import { createTraining, listTrainings, startTraining, stopTraining, trainingDetail, trainSegmentations } from './trainings.ts';

describe.each(TEST_ENGINES)('trainings, on %s', (engine) => {
  let ai: AiTestBench;
  beforeEach(async () => void (ai = await createAiTestBench(engine)));
  afterEach(() => ai.close());

  const detail = (id: number) => trainingDetail(ai.context.db.read, ai.eva, id, ai.clock.now);
  const change = (values: { part?: number; face?: 0 | 1 }) =>
    ai.context.db.write((tx) => tx.updateTable('dataset_case').set(values).execute());

  test('are prepared once for each UUID, on a version with the segments of the model [AI-003, AI-009]', async () => {
    const { training, wish, datasetId, cases } = await ai.newTraining();
    expect(await createTraining(ai.context, ai.eva, wish)).toEqual(training);
    expect(training).toMatchObject({ state: 'created', dataset: { name: 'Frozen', version: 1 }, params: { seconds: 60, seed: 1 } });
    expect((await listTrainings(ai.context, ai.eva, { page: 1 })).total).toBe(1);
    await ai.context.db.write((tx) => tx.updateTable('dataset_version').set({ number: 2 }).execute());
    const other = await addFrozenTestVersion(ai.context, datasetId, cases, { titles: ['Head', 'Body'] });
    const again = { ...wish, uuid: randomUUID() };
    expect((await refusalOf(createTraining(ai.context, ai.eva, { ...again, dataset_version: other }))).code).toBe('segments_differ');
    await ai.context.db.write((tx) => tx.updateTable('dataset_version').set({ state: 'freezing' }).execute());
    expect(await refusalOf(createTraining(ai.context, ai.eva, again))).toMatchObject({ errors: { dataset_version: expect.anything() } });
  });

  test('of another team are not found, nor are its versions', async () => {
    const { training, wish } = await ai.newTraining();
    expect((await refusalOf(trainingDetail(ai.context.db.read, ai.ute, training.id, ai.clock.now))).code).toBe('not_found');
    expect((await refusalOf(startTraining(ai.context, ai.ute, training.id))).code).toBe('not_found');
    expect((await refusalOf(stopTraining(ai.context, ai.ute, training.id))).code).toBe('not_found');
    const own = { ...wish, uuid: randomUUID(), model_id: (await ai.newModel(ai.ute)).id };
    expect(await refusalOf(createTraining(ai.context, ai.ute, own))).toMatchObject({ errors: { dataset_version: expect.anything() } });
  });

  test('need a patient to learn from and one to measure on [AI-005]', async () => {
    const { training } = await ai.newTraining();
    for (const part of [0, 2]) {
      await change({ part });
      expect((await refusalOf(startTraining(ai.context, ai.eva, training.id))).code).toBe('too_few_cases');
    }
  });

  test('of networks need a confirmation that faces may leave; trees are trained here', async () => {
    const { training, wish } = await ai.newTraining();
    const network = await createTraining(ai.context, ai.eva, { ...wish, uuid: randomUUID(), engine: 'unet' });
    await change({ face: 1 });
    expect((await refusalOf(startTraining(ai.context, ai.eva, network.id))).code).toBe('faces_unconfirmed');
    await startTraining(ai.context, ai.eva, training.id);
    await ai.context.db.write((tx) => tx.updateTable('dataset_version').set({ faces_at: 1 }).execute());
    await startTraining(ai.context, ai.eva, network.id);
  });

  test('of a network for clicks make a version for clicks, of a model with no other versions [AI-98]', async () => {
    const { wish, model } = await ai.newTraining();
    const [clicks, network] = [
      { ...wish, uuid: randomUUID(), engine: 'unet-clicks' as const },
      { ...wish, uuid: randomUUID() },
    ];
    const training = await createTraining(ai.context, ai.eva, clicks);
    await startTraining(ai.context, ai.eva, training.id);
    const [other, worker] = [await ai.newWorker(), await ai.newWorker(ai.eva, { engines: ['unet-clicks'] })];
    expect(await ai.take(other)).toBeNull();
    const job = (await ai.take(worker))!;
    const outputs = { 'model.onnx': Buffer.from('a network'), 'manifest.json': asJson(CLICKS), 'report.json': asJson(REPORT) };
    for (const [name, bytes] of Object.entries(outputs)) await ai.handIn(worker, job, name, bytes);
    await completeJob(ai.context, holderOf(worker, job));
    expect(await detail(training.id)).toMatchObject({ state: 'complete', version: { number: 1 } });
    expect((await modelDetail(ai.context.db.read, ai.eva, model.id, ai.clock.now)).versions).toMatchObject([
      { manifest: { clicks: true } },
    ]);
    expect(await refusalOf(createTraining(ai.context, ai.eva, network))).toMatchObject({
      code: 'invalid',
      errors: { manifest: expect.anything() },
    });
  });

  test('leave out what was deleted since', async () => {
    const { training, cases } = await ai.newTraining();
    expect((await detail(training.id)).cases).toEqual({ train: 1, validation: 0, test: 1, withdrawn: 0 });
    await ai.context.db.write((tx) => tx.updateTable('study').set({ deleted_at: 1 }).where('id', '=', cases[0]!.study.id).execute());
    expect((await detail(training.id)).cases).toEqual({ train: 0, validation: 0, test: 1, withdrawn: 1 });
    expect((await refusalOf(startTraining(ai.context, ai.eva, training.id))).code).toBe('too_few_cases');
  });

  test('wait for a worker that can do them, and say so', async () => {
    const { training } = await ai.startedTraining();
    expect(await detail(training.id)).toMatchObject({ state: 'queued', waits: 'none' });
    await ai.newWorker(ai.eva, { engines: ['onnx'] });
    await ai.newWorker(ai.ute);
    expect((await detail(training.id)).waits).toBe('none');
    await ai.newWorker();
    expect((await detail(training.id)).waits).toBe('worker');
  });

  test('show which segmentations fit the model, and why others do not [AI-002, AI-003, AI-004]', async () => {
    const { model, cases } = await ai.newTraining();
    const rows = await ai.context.db.read.selectFrom('segmentation').select('id').orderBy('id').execute();
    const [first, second] = rows.map(({ id }) => id) as [number, number];
    const fits = async () => (await trainSegmentations(ai.context, ai.eva, model.id, [first, second])).map(({ reason }) => reason);
    const segment = (segmentation_id: number, title: string, value: number) =>
      ai.context.db.write((tx) =>
        tx
          .insertInto('segment')
          .values({
            ...{ uuid: randomUUID(), segmentation_id, sort: value, title, value, color: '#112233', visible: 1, revision: 1 },
            ...{ deleted_at: null, created_at: 1 },
          })
          .execute(),
      );
    expect(await fits()).toEqual(['count', 'count']);
    for (const id of [first, second]) await segment(id, 'Head', 1);
    await segment(first, 'Tail', 2);
    await segment(second, 'Body', 2);
    expect(await fits()).toEqual(['nothing-drawn', 'segments']);
    await ai.context.db.write((tx) => tx.updateTable('segmentation').set({ operation_number: 3 }).execute());
    expect(await fits()).toEqual([null, 'segments']);
    expect(await trainSegmentations(ai.context, ai.eva, model.id, [first])).toMatchObject([
      { study: { uuid: cases[0]!.study.uuid, patientName: 'Learn^One' }, valid: true },
    ]);
    expect((await refusalOf(trainSegmentations(ai.context, ai.ute, model.id, [first]))).code).toBe('not_found');
  });
});
