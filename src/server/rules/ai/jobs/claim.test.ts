import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createAiTestBench, holderOf, type AiTestBench } from '#server/rules/ai/ai-test-bench.ts';
import { createBatch } from '#server/rules/ai/batches.ts';
import { drainWorker, registerWorker } from '#server/rules/ai/workers.ts';
import { reportProgress } from './progress.ts';

describe.each(TEST_ENGINES)('taking jobs, on %s', (engine) => {
  let ai: AiTestBench;
  beforeEach(async () => void (ai = await createAiTestBench(engine)));
  afterEach(() => ai.close());

  test('gives a job once, however many workers ask at the same time', async () => {
    const { model } = await ai.newRunning();
    const id = await ai.infer(model, await ai.newStudy());
    const workers = await Promise.all([1, 2, 3, 4].map(() => ai.newWorker()));
    const taken = await Promise.all(workers.map((worker) => ai.take(worker)));
    expect(taken.filter((job) => job !== null)).toMatchObject([{ infer_id: id, attempt: 1, state: 'running' }]);
    expect(await ai.ofInfer(id)).toMatchObject({ state: 'running', worker: 'w' });
  });

  test('gives nothing of another team, nor what the worker or its key does not do', async () => {
    const { model } = await ai.newRunning();
    await ai.infer(model, await ai.newStudy());
    expect(await ai.take(await ai.newWorker(ai.ute))).toBe(null);
    expect(await ai.take(await ai.newWorker(ai.eva, { engines: ['trees'] }))).toBe(null);
    expect(await ai.take(await ai.newWorker(ai.eva, { allowed: ['trees'] }))).toBe(null);
    expect(await ai.take(await ai.newWorker(ai.eva, { allowed: ['onnx'] }))).not.toBe(null);
  });

  test('begins with what somebody waits for, then with the oldest', async () => {
    const { model } = await ai.newRunning();
    const studies = [await ai.newStudy(), await ai.newStudy(), await ai.newStudy()];
    const [first, second, third] = studies.map(({ study }) => study.uuid) as [string, string, string];
    const batch = { uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c53', title: 'B', model_id: model.id, studies: [first, second] };
    await createBatch(ai.context, ai.eva, batch);
    await ai.infer(model, studies[2]!);
    const worker = await ai.newWorker();
    const order: string[] = [];
    for (let job = await ai.take(worker); job !== null; job = await ai.take(worker)) {
      const { study_id } = await ai.ofInfer(job.infer_id!);
      order.push(studies.find(({ study }) => study.id === study_id)!.study.uuid);
    }
    expect(order).toEqual([third, first, second]);
  });

  test('of a worker for all teams takes turns: the team with the fewest running jobs comes first', async () => {
    for (const owner of [ai.eva, ai.eva, ai.ute]) await ai.infer((await ai.newRunning(owner)).model, await ai.newStudy(owner), owner);
    const facts = { device: 'cpu', memoryMb: 1, engines: ['onnx'], kinds: ['infer' as const] };
    const builtIn = { keyId: null, uuid: await registerWorker(ai.context, null, { name: 'built-in', ...facts }) };
    const teams = [await ai.take(builtIn), await ai.take(builtIn), await ai.take(builtIn)].map((job) => job?.team_id);
    expect(teams).toEqual([ai.eva.teamId, ai.ute.teamId, ai.eva.teamId]);
  });

  test('is over for a worker that drains, which ends what it has', async () => {
    const { model } = await ai.newRunning();
    await ai.infer(model, await ai.newStudy());
    const worker = await ai.newWorker();
    const job = (await ai.take(worker))!;
    await drainWorker(ai.context, ai.eva, worker.uuid, true);
    await ai.infer(model, await ai.newStudy());
    expect(await ai.take(worker)).toBe(null);
    await reportProgress(ai.context, holderOf(worker, job), { fraction: 0.5, message: '', events: [], log: [] });
    await ai.finishInfer(worker, job);
    await drainWorker(ai.context, ai.eva, worker.uuid, false);
    expect(await ai.take(worker)).not.toBe(null);
  });

  test('ends a job whose volume is gone, and goes on with the next', async () => {
    const { model } = await ai.newRunning();
    const [gone, there] = [await ai.newStudy(), await ai.newStudy()];
    const ids = [await ai.infer(model, gone), await ai.infer(model, there)];
    await ai.context.db.write((tx) => tx.deleteFrom('volume').where('series_id', '=', gone.series.id).execute());
    expect((await ai.take(await ai.newWorker()))?.infer_id).toBe(ids[1]);
    expect(await ai.ofInfer(ids[0]!)).toMatchObject({ state: 'failed', failure: 'no_series' });
  });
});
