import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelRule } from '#contract/ai/models.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { queueInfers } from '#server/rules/conversion/infers.ts';
import { gridAt, makeStudy, readAs } from '#server/rules/datasets/versions/versions-test-bench.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { CLICKS, createAiTestBench, MANIFEST, type AiTestBench } from './ai-test-bench.ts';
import { createBatch, moveBatch, retryBatch } from './batches.ts';
import { readConfiguration, saveConfiguration } from './configuration.ts';
import { listInfers, readInfer, retryInfer } from './inferences.ts';
import { partsOfJob } from './jobs/job-parts.ts';
import { deleteModel } from './models.ts';
import { promoteVersion, runnableModels, withdrawVersion } from './versions.ts';

describe.each(TEST_ENGINES)('models that run, on %s', (engine) => {
  let ai: AiTestBench;
  beforeEach(async () => void (ai = await createAiTestBench(engine)));
  afterEach(() => ai.close());

  const read = (id: number) => readInfer(ai.context, ai.eva, id);
  const rule = (model: number, more: Partial<ModelRule> = {}): ModelRule => ({
    ...{ uuid: randomUUID(), modality: 'MR', body_part: '', acquisition: '', model, on: true, ...more },
  });
  const configure = async (rules: ModelRule[]) =>
    saveConfiguration(ai.context, ai.eva, { rules, version: (await readConfiguration(ai.context.db.read, ai.eva.teamId)).version });

  test('one inference of a model waits or runs on a series at a time, and another may follow [AI-010]', async () => {
    const [{ model }, study, worker] = [await ai.newRunning(), await ai.newStudy(), await ai.newWorker()];
    const first = await ai.infer(model, study);
    expect(await ai.infer(model, study)).toBe(first);
    await ai.finishInfer(worker, (await ai.take(worker))!);
    const second = await ai.infer(model, study);
    expect(second).not.toBe(first);
    expect(await read(first)).toMatchObject({ state: 'done', waits: null, worker: 'w', model: { number: 1, withdrawn: false } });
    expect(await read(second)).toMatchObject({ state: 'queued', waits: 'worker', summary: null });
    expect((await listInfers(ai.context, ai.eva, { page: 1, state: 'done' })).data.map(({ id }) => id)).toEqual([first]);
  });

  test('the version that is promoted runs, for those who ask after that', async () => {
    const [{ model, version }, study] = [await ai.newRunning(), await ai.newStudy()];
    const first = await ai.infer(model, study);
    const next = await ai.promote(model);
    const second = await ai.infer(model, study);
    expect([(await read(first)).model.version, (await read(second)).model.version]).toEqual([version, next]);
    expect((await runnableModels(ai.context, ai.eva)).map(({ version: { uuid } }) => uuid)).toEqual([next]);
  });

  test('a model without a promoted version, or of another team, does not run', async () => {
    const study = await ai.newStudy();
    expect((await refusalOf(ai.infer(await ai.newModel(), study))).code).toBe('model_not_promoted');
    const { model } = await ai.newRunning(ai.ute);
    expect((await refusalOf(ai.infer(model, study))).code).toBe('not_found');
    expect((await refusalOf(ai.infer(model, study, ai.ute))).code).toBe('not_found');
  });

  test('a model for clicks does not run on its own, whoever asks [AI-98]', async () => {
    const [model, study] = [await ai.newModel(), await ai.newStudy()];
    await ai.promote(model, ai.eva, CLICKS);
    expect((await refusalOf(ai.infer(model, study))).code).toBe('model_takes_clicks');
    const batch = { uuid: randomUUID(), title: 'B', model_id: model.id, studies: [study.study.uuid] };
    expect((await refusalOf(createBatch(ai.context, ai.eva, batch))).code).toBe('model_takes_clicks');
    await configure([rule(model.id)]);
    await ai.context.db.write((tx) => queueInfers(tx, study.series.id, 'every', ai.clock.now));
    expect((await listInfers(ai.context, ai.eva, { page: 1 })).total).toBe(0);
  });

  test('the rules of the team say which models run after a conversion [AI-010]', async () => {
    const [wanted, other, study] = [await ai.newRunning(), await ai.newRunning(), await ai.newStudy()];
    const described = { series_description: 'Sag T1 KNEE' };
    await ai.context.db.write((tx) => tx.updateTable('series').set(described).where('id', '=', study.series.id).execute());
    await configure([
      rule(wanted.model.id, { body_part: 'Knee' }),
      rule(other.model.id, { body_part: 'head' }),
      rule(other.model.id, { modality: 'CT' }),
      rule(other.model.id, { acquisition: 'T2W' }),
      rule(other.model.id, { on: false }),
      rule((await ai.newModel()).id),
    ]);
    const converted = () => ai.context.db.write((tx) => queueInfers(tx, study.series.id, 'every', ai.clock.now));
    await converted();
    await converted();
    const { data } = await listInfers(ai.context, ai.eva, { page: 1 });
    expect(data).toMatchObject([{ model: { id: wanted.model.id }, state: 'queued', started_by: null, series: study.series.uuid }]);
  });

  test('somebody who changes the rules that another one has changed is told, and the same twice is one change', async () => {
    const { model } = await ai.newRunning();
    const rules = [rule(model.id)];
    await saveConfiguration(ai.context, ai.eva, { rules, version: 0 });
    expect(await saveConfiguration(ai.context, ai.eva, { rules, version: 0 })).toEqual({ rules, version: 1 });
    expect((await refusalOf(saveConfiguration(ai.context, ai.tom, { rules: [], version: 0 }))).code).toBe('rules_changed');
    expect((await readConfiguration(ai.context.db.read, ai.ute.teamId)).version).toBe(0);
  });

  test('a batch is paused, goes on and is cancelled; a study without a suitable series fails by itself', async () => {
    const [{ model }, first, second, worker] = [await ai.newRunning(), await ai.newStudy(), await ai.newStudy(), await ai.newWorker()];
    const without = await ai.newStudy();
    await ai.context.db.write((tx) => tx.deleteFrom('volume').where('series_id', '=', without.series.id).execute());
    const studies = [first, second, without].map(({ study }) => study.uuid);
    const batch = { uuid: randomUUID(), title: 'B', model_id: model.id, studies };
    expect(await createBatch(ai.context, ai.eva, batch)).toMatchObject({ counts: { queued: 2, running: 0, done: 0, failed: 1 } });
    expect(await createBatch(ai.context, ai.eva, batch)).toMatchObject({ counts: { queued: 2, running: 0, done: 0, failed: 1 } });
    const { data } = await listInfers(ai.context, ai.eva, { page: 1, batch: batch.uuid, state: 'failed' });
    expect(data).toMatchObject([{ failure: 'no_series', study: { uuid: without.study.uuid } }]);

    const move = (state: 'running' | 'paused' | 'cancelled') => moveBatch(ai.context, ai.tom, batch.uuid, state);
    await move('paused');
    expect(await ai.take(worker)).toBe(null);
    expect((await listInfers(ai.context, ai.eva, { page: 1, state: 'queued' })).data.map(({ waits }) => waits)).toEqual([
      'paused',
      'paused',
    ]);
    await move('running');
    const job = (await ai.take(worker))!;
    await move('paused');
    await ai.finishInfer(worker, job);
    expect(await move('cancelled')).toMatchObject({ state: 'cancelled', counts: { queued: 0, running: 0, done: 1, failed: 2 } });
    expect((await refusalOf(move('running'))).code).toBe('infer_ended');
    expect(await ai.take(worker)).toBe(null);
  });

  test('a failed inference runs again on request, beside no other', async () => {
    const [{ model, version }, study, worker] = [await ai.newRunning(), await ai.newStudy(), await ai.newWorker()];
    const id = await ai.infer(model, study);
    await ai.fail(worker, (await ai.take(worker))!, false);
    expect(await retryInfer(ai.context, ai.tom, id)).toMatchObject({ state: 'queued', failure: null });
    expect((await ai.take(worker))?.infer_id).toBe(id);
    await ai.fail(worker, (await ai.jobOf({ infer: id })) as never, false);
    const other = await ai.infer(model, study);
    expect((await refusalOf(retryInfer(ai.context, ai.tom, id))).code).toBe('conflict');
    await ai.finishInfer(worker, (await ai.take(worker))!);
    expect((await refusalOf(retryInfer(ai.context, ai.tom, other))).code).toBe('infer_ended');
    await withdrawVersion(ai.context, ai.eva, version, 'Wrong');
    expect((await refusalOf(retryInfer(ai.context, ai.tom, id))).code).toBe('version_withdrawn');
  });

  test('what has failed in a batch runs again in one go, without what would fail in the same way [AI-74]', async () => {
    const [{ model, version }, worker] = [await ai.newRunning(), await ai.newWorker()];
    const [first, second, third, without] = [await ai.newStudy(), await ai.newStudy(), await ai.newStudy(), await ai.newStudy()];
    await ai.context.db.write((tx) => tx.deleteFrom('volume').where('series_id', '=', without.series.id).execute());
    const studies = [first, second, third, without].map(({ study }) => study.uuid);
    const batch = { uuid: randomUUID(), title: 'B', model_id: model.id, studies };
    await createBatch(ai.context, ai.eva, batch);
    const retry = () => retryBatch(ai.context, ai.tom, batch.uuid);
    for (let count = 0; count < 3; count += 1) await ai.fail(worker, (await ai.take(worker))!, false);
    // One of them runs by itself meanwhile.
    const alone = await ai.infer(model, first);
    expect(await retry()).toMatchObject({ counts: { queued: 2, running: 0, done: 0, failed: 2 } });
    expect(await retry()).toMatchObject({ counts: { queued: 2, running: 0, done: 0, failed: 2 } });
    expect((await ai.take(worker))!.infer_id).toBe(alone);
    await ai.fail(worker, (await ai.take(worker))!, false);
    await moveBatch(ai.context, ai.eva, batch.uuid, 'paused');
    // One by itself waits as well.
    const { data: failed } = await listInfers(ai.context, ai.eva, { page: 1, state: 'failed', batch: batch.uuid });
    await retryInfer(ai.context, ai.eva, failed.find(({ failure }) => failure !== 'no_series')!.id);
    expect(await ai.take(worker)).toBe(null);
    expect(await retry()).toMatchObject({ state: 'paused', counts: { queued: 2 } });
    expect(await ai.take(worker)).toBe(null);
    await moveBatch(ai.context, ai.eva, batch.uuid, 'running');
    expect(await ai.take(worker)).not.toBe(null);
    expect((await refusalOf(retryBatch(ai.context, ai.ute, batch.uuid))).code).toBe('not_found');
    await withdrawVersion(ai.context, ai.eva, version, 'Wrong');
    expect((await refusalOf(retry())).code).toBe('version_withdrawn');
  });

  test('a failed inference of a study runs on the series that is suitable by then', async () => {
    const [{ model }, study, worker] = [await ai.newRunning(), await ai.newStudy(), await ai.newWorker()];
    const series = (state: 'converted' | 'receiving') =>
      ai.context.db.write((tx) => tx.updateTable('series').set({ state }).where('id', '=', study.series.id).execute());
    await series('receiving');
    await createBatch(ai.context, ai.eva, { uuid: randomUUID(), title: 'B', model_id: model.id, studies: [study.study.uuid] });
    const [failed] = (await listInfers(ai.context, ai.eva, { page: 1 })).data;
    await retryInfer(ai.context, ai.eva, failed!.id);
    expect([await ai.take(worker), await read(failed!.id)]).toMatchObject([null, { state: 'failed', failure: 'no_series' }]);
    await series('converted');
    await retryInfer(ai.context, ai.eva, failed!.id);
    await ai.finishInfer(worker, (await ai.take(worker))!);
    expect(await read(failed!.id)).toMatchObject({ state: 'done', series: study.series.uuid });
  });

  test('withdrawing a version ends what waits and runs, and marks its results', async () => {
    const [{ model, version }, worker] = [await ai.newRunning(), await ai.newWorker()];
    const studies = [await ai.newStudy(), await ai.newStudy(), await ai.newStudy()];
    const ids: number[] = [];
    for (const study of studies) ids.push(await ai.infer(model, study));
    await ai.finishInfer(worker, (await ai.take(worker))!);
    const running = (await ai.take(worker))!;
    expect(await withdrawVersion(ai.context, ai.eva, version, 'Wrong labels')).toMatchObject({
      promoted: null,
      versions: [{ state: 'withdrawn', reason: 'Wrong labels' }],
    });
    expect(await Promise.all(ids.map(read))).toMatchObject([
      { state: 'done', model: { withdrawn: true } },
      { state: 'failed', failure: 'withdrawn' },
      { state: 'failed', failure: 'withdrawn' },
    ]);
    expect((await refusalOf(ai.finishInfer(worker, running))).code).toBe('lease_lost');
    expect(await ai.take(worker)).toBe(null);
    expect((await refusalOf(promoteVersion(ai.context, ai.eva, version, 'Again'))).code).toBe('version_withdrawn');
    expect((await refusalOf(ai.infer(model, studies[0]!))).code).toBe('model_not_promoted');
    // Its results rely on it.
    expect((await refusalOf(deleteModel(ai.context, ai.eva, model.id))).code).toBe('model_in_use');
  });

  test('a further channel is taken from the series with its acquisition, and without one the job fails', async () => {
    const [model, study, worker] = [await ai.newModel(), await ai.newStudy(), await ai.newWorker()];
    const [image] = MANIFEST.channels;
    await ai.promote(model, ai.eva, { ...MANIFEST, channels: [image!, { ...image!, name: 'T2', acquisition: 'T2W' }] });
    const id = await ai.infer(model, study);
    expect(await ai.take(worker)).toBe(null);
    expect(await read(id)).toMatchObject({ state: 'failed', failure: 'no_series' });
  });

  test('a further channel is not taken from a series that is known to lie in another frame of reference', async () => {
    const [model, made, worker] = [await ai.newModel(), await makeStudy(ai.bench, { series: ['a', 'b'] }), await ai.newWorker()];
    const [first, second] = made.series;
    const [image] = MANIFEST.channels;
    await ai.promote(model, ai.eva, { ...MANIFEST, channels: [image!, { ...image!, name: 'DWI', acquisition: 'DWI' }] });
    const infer = () => ai.infer(model, { study: made, series: first! });
    await infer();
    const job = (await ai.take(worker))!;
    const { inputs } = (await partsOfJob(ai.context.db.read, job))!;
    expect(inputs.slice(0, 2)).toMatchObject([{ objectKey: first!.objectKey }, { objectKey: second!.objectKey }]);
    await ai.finishInfer(worker, job);

    const [plane] = gridAt(0).planes;
    await readAs(ai.bench, second!.id, { ...gridAt(0), planes: [{ ...plane!, frameOfReference: '2.25.77' }] });
    const id = await infer();
    expect(await ai.take(worker)).toBe(null);
    expect(await read(id)).toMatchObject({ state: 'failed', failure: 'no_series' });
  });
});
