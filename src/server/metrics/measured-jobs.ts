import type { JobTableQueue, LeasedJob } from '#server/jobs/job-queue.ts';
import type { JOB_OUTCOMES, Measures } from '#server/rules/measures.ts';

/** The same queue; each run of a job is counted and timed, from its claim to its end. */
export function measuredJobs(queue: JobTableQueue, measures: Pick<Measures, 'job'>): JobTableQueue {
  const claimedMs = new WeakMap<LeasedJob, number>();
  const ended = (job: LeasedJob, outcome: (typeof JOB_OUTCOMES)[number]): void => {
    const startMs = claimedMs.get(job);
    claimedMs.delete(job);
    if (startMs !== undefined) measures.job(job.name, outcome, (performance.now() - startMs) / 1000);
  };
  return {
    ...queue,
    async claim(names) {
      const job = await queue.claim(names);
      if (job !== null) claimedMs.set(job, performance.now());
      return job;
    },
    async complete(job, effect) {
      const isOurs = await queue.complete(job, effect);
      ended(job, isOurs ? 'done' : 'lost');
      return isOurs;
    },
    async failForGood(job, error, effect) {
      const isOurs = await queue.failForGood(job, error, effect);
      ended(job, isOurs ? 'failed' : 'lost');
      return isOurs;
    },
    async retryLater(job, error) {
      await queue.retryLater(job, error);
      ended(job, 'retried');
    },
    async release(job) {
      await queue.release(job);
      ended(job, 'released');
    },
    async postpone(job) {
      await queue.postpone(job);
      ended(job, 'postponed');
    },
  };
}
