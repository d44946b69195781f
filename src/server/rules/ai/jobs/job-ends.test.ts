import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createAiTestBench, holderOf, type AiTestBench, type TestWorker } from '#server/rules/ai/ai-test-bench.ts';
import { cancelInfer, retryInfer } from '#server/rules/ai/inferences.ts';
import { revokeWorkerKey, workerOverview } from '#server/rules/ai/workers.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import type { LeasedJob } from './claim.ts';
import { completeJob } from './complete.ts';
import { endSilent, endWithoutWorker } from './job-ends.ts';
import { reportProgress } from './progress.ts';

const PROGRESS = { fraction: 0.5, message: 'Patch 3', events: [], log: [] };

describe.each(TEST_ENGINES)('how jobs end, on %s', (engine) => {
  let ai: AiTestBench;
  let worker: TestWorker;
  let id: number;
  beforeEach(async () => {
    ai = await createAiTestBench(engine);
    worker = await ai.newWorker();
    id = await ai.infer((await ai.newRunning()).model, await ai.newStudy());
  });
  afterEach(() => ai.close());

  const progress = (job: LeasedJob) => reportProgress(ai.context, holderOf(worker, job), PROGRESS);

  test('a lease that ends gives the job back, and an earlier attempt is told so', async () => {
    const first = (await ai.take(worker))!;
    ai.clock.now += LIMITS.workerLeaseMs - 1;
    await progress(first);
    ai.clock.now += LIMITS.workerLeaseMs;
    await endSilent(ai.context);
    expect(await ai.jobOf({ infer: id })).toMatchObject({ state: 'running', attempt: 1 });
    ai.clock.now += 1;
    await endSilent(ai.context);
    expect([await ai.jobOf({ infer: id }), await ai.ofInfer(id)]).toMatchObject([
      { state: 'queued', worker_id: null },
      { state: 'queued' },
    ]);
    const second = (await ai.take(worker))!;
    expect(second).toMatchObject({ uuid: first.uuid, attempt: 2 });
    expect((await refusalOf(progress(first))).code).toBe('lease_lost');
    expect((await refusalOf(ai.handIn(worker, first, 'labels.nii.gz', Buffer.from('late')))).code).toBe('lease_lost');
    expect((await refusalOf(completeJob(ai.context, holderOf(worker, first)))).code).toBe('lease_lost');
    await progress(second);
  });

  test('a job is given up after four attempts', async () => {
    const attempts: (number | undefined)[] = [];
    for (let n = 0; n < 5; n += 1) {
      attempts.push((await ai.take(worker))?.attempt);
      ai.clock.now += LIMITS.workerLeaseMs + 1;
      await endSilent(ai.context);
    }
    expect(attempts).toEqual([1, 2, 3, 4, undefined]);
    expect([await ai.jobOf({ infer: id }), await ai.ofInfer(id)]).toMatchObject([
      { state: 'failed', attempt: 4 },
      { state: 'failed', failure: 'lost', open_key: null },
    ]);
    // Whoever asks again gets four more.
    await retryInfer(ai.context, ai.tom, id);
    expect((await ai.take(worker))?.attempt).toBe(5);
    ai.clock.now += LIMITS.workerLeaseMs + 1;
    await endSilent(ai.context);
    expect(await ai.ofInfer(id)).toMatchObject({ state: 'queued' });
  });

  test('a worker gives a job back for another attempt, or says that none can help', async () => {
    await ai.fail(worker, (await ai.take(worker))!, true);
    expect(await ai.ofInfer(id)).toMatchObject({ state: 'queued', failure: null });
    const job = (await ai.take(worker))!;
    await ai.fail(worker, job, false);
    expect(await ai.ofInfer(id)).toMatchObject({ state: 'failed', failure: 'error' });
    expect((await refusalOf(ai.fail(worker, job, false))).code).toBe('lease_lost');
  });

  test('a person cancels it, also twice, and its worker is told', async () => {
    const job = (await ai.take(worker))!;
    await cancelInfer(ai.context, ai.tom, id);
    expect(await cancelInfer(ai.context, ai.tom, id)).toMatchObject({ state: 'failed', failure: 'cancelled' });
    expect((await refusalOf(progress(job))).code).toBe('lease_lost');
    expect(await ai.take(worker)).toBe(null);
  });

  test('a key that is revoked gives the jobs of its workers back immediately', async () => {
    const job = (await ai.take(worker))!;
    await revokeWorkerKey(ai.context, ai.eva, worker.keyId);
    expect(await ai.jobOf({ infer: id })).toMatchObject({ state: 'queued', ticket_hash: null });
    expect((await refusalOf(progress(job))).code).toBe('lease_lost');
    expect((await refusalOf(ai.take(worker))).code).toBe('worker_key_ended');
    expect((await ai.take(await ai.newWorker()))?.uuid).toBe(job.uuid);
  });

  test('a job that no worker can take ends after seven days; one that a worker could take waits on', async () => {
    const own = await ai.infer((await ai.newRunning(ai.ute)).model, await ai.newStudy(ai.ute), ai.ute);
    ai.clock.now += LIMITS.jobWithoutWorkerMs;
    // Seen now; of the other team there is none.
    await ai.newWorker();
    expect((await workerOverview(ai.context, ai.ute)).stuck).toMatchObject([{ needs: 'onnx', count: 1 }]);
    await endWithoutWorker(ai.context);
    expect(await ai.ofInfer(own)).toMatchObject({ state: 'queued' });
    ai.clock.now += 1;
    await endWithoutWorker(ai.context);
    expect([await ai.ofInfer(id), await ai.ofInfer(own)]).toMatchObject([
      { state: 'queued', failure: null },
      { state: 'failed', failure: 'no_worker' },
    ]);
  });
});
