import type { JobName } from '#contract/jobs.ts';
import { JobPostponed, type JobEffect, type JobHandler, type JobHandlers } from './job-handler.ts';
import { isStorageFull } from '#server/storage/object-store.ts';
import type { JobTableQueue, LeasedJob } from './job-queue.ts';

export interface JobRunner {
  /**
   * Claims no more jobs. `wait`: resolves when the running ones have ended. `abandon`: they are aborted and go back to the queue as if they had not
   * been tried.
   */
  stop(how: 'wait' | 'abandon'): Promise<void>;
  /** Resolves when nothing runs and nothing can be claimed; for tests and for an orderly stop. */
  idle(): Promise<void>;
}

export interface JobRunnerOptions {
  /**
   * A lane runs one job at a time, of its names. A conversion takes some four times the size of its series in memory, so a small machine should
   * have one lane for conversions. By default there is one lane for everything.
   */
  lanes?: readonly (readonly JobName[])[];
  heartbeatMs?: number;
  /** The longest pause between two polls, after which jobs added by another process are found. */
  pollMs?: number;
  onFault?: (job: { id: number; name: JobName } | null, error: unknown) => void;
}

type Stage = { at: 'running' } | { at: 'stopping'; how: 'wait' | 'abandon' };

/** The loop that runs jobs. The start fails if a name has no handler, because that is a bug. */
export function startJobRunner(
  queue: JobTableQueue,
  handlers: Partial<JobHandlers>,
  { lanes = [Object.keys(handlers) as JobName[]], heartbeatMs = 10_000, pollMs = 2_000, onFault = () => undefined }: JobRunnerOptions = {},
): JobRunner {
  const missing = lanes.flat().filter((name) => !(name in handlers));
  if (missing.length > 0) throw new Error(`No handler for the job ${missing.join(', ')}`);

  let stage: Stage = { at: 'running' };
  /** Counts wake-ups, so that one during a poll is not lost. */
  let wakings = 0;
  let asleep = 0;
  const sleepers = new Set<() => void>();
  const idlers = new Set<() => void>();
  const runs = new Map<LeasedJob, AbortController>();

  function wake(): void {
    wakings += 1;
    for (const rouse of [...sleepers]) rouse();
    // The cause may be a cancellation, which the run should notice immediately.
    for (const [job, controller] of runs) void keepLease(job, controller);
  }
  const stopListening = queue.onWake(wake);

  async function lane(names: readonly JobName[]): Promise<void> {
    while (stage.at === 'running') {
      const seen = wakings;
      try {
        const job = await queue.claim(names);
        if (job !== null) await runOne(job);
        else if (seen === wakings) await sleep(Math.min(pollMs, (await queue.nextDueMs()) ?? pollMs), seen);
      } catch (error) {
        onFault(null, error);
        await sleep(pollMs, wakings);
      }
    }
  }

  async function sleep(ms: number, seen: number): Promise<void> {
    if (stage.at !== 'running' || seen !== wakings) return;
    asleep += 1;
    if (asleep === lanes.length) for (const done of [...idlers]) done();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(rouse, Math.max(ms, 10));
      function rouse(): void {
        clearTimeout(timer);
        sleepers.delete(rouse);
        resolve();
      }
      sleepers.add(rouse);
    });
    asleep -= 1;
  }

  async function runOne(job: LeasedJob): Promise<void> {
    const handler = handlers[job.name] as JobHandler;
    const controller = new AbortController();
    runs.set(job, controller);
    const beat = setInterval(() => void keepLease(job, controller), heartbeatMs);
    try {
      if (stage.at === 'stopping' && stage.how === 'abandon') controller.abort(new Error('The server is stopping'));
      if (job.exhausted) return await giveUp(job, handler.gaveUp(job.payload, { why: 'interrupted' }), 'interrupted too often');
      const broke = await attempt(job, handler, controller.signal);
      if (broke === null) return;
      if (controller.signal.aborted) return await queue.release(job);
      onFault(job, broke.cause);
      if (broke.cause instanceof JobPostponed || isStorageFull(broke.cause)) return await queue.postpone(job);
      if (job.tries < job.maxTries) return await queue.retryLater(job, 'broke');
      await giveUp(job, handler.gaveUp(job.payload, { why: 'broke', cause: broke.cause }), 'broke');
    } finally {
      clearInterval(beat);
      runs.delete(job);
    }
  }

  /** Null once the job has ended. An effect that fails has changed nothing and counts as a failed run. */
  async function attempt(job: LeasedJob, handler: JobHandler, signal: AbortSignal): Promise<{ cause: unknown } | null> {
    let outcome: JobEffect;
    let isOurs: boolean;
    try {
      signal.throwIfAborted();
      outcome = await handler.run({
        id: job.id,
        payload: job.payload,
        tries: job.tries,
        signal,
        progress: async (fraction) => void (await queue.heartbeat(job, fraction).catch(() => undefined)),
      });
      isOurs = await queue.complete(job, outcome.effect);
    } catch (cause) {
      return { cause };
    }
    await settle(outcome, isOurs);
    return null;
  }

  async function giveUp(job: LeasedJob, outcome: JobEffect, error: string): Promise<void> {
    await settle(outcome, await queue.failForGood(job, error, outcome.effect));
  }

  async function settle(outcome: JobEffect, isOurs: boolean): Promise<void> {
    await (isOurs ? outcome.committed?.() : outcome.refused?.());
  }

  /** A lost lease aborts the run: the job was cancelled, or another process has it. A failed heartbeat is made up for by the next one. */
  async function keepLease(job: LeasedJob, controller: AbortController): Promise<void> {
    const ours = await queue.heartbeat(job).catch(() => true);
    if (!ours) controller.abort(new Error('The lease was lost'));
  }

  const ended = Promise.all(lanes.map(lane));

  return {
    async stop(how) {
      stage = { at: 'stopping', how };
      if (how === 'abandon') for (const controller of runs.values()) controller.abort(new Error('The server is stopping'));
      wake();
      await ended;
      stopListening();
    },

    async idle() {
      if (stage.at !== 'running') return void (await ended);
      const reached = new Promise<void>((resolve) => {
        const done = (): void => {
          idlers.delete(done);
          resolve();
        };
        idlers.add(done);
      });
      wake();
      await reached;
    },
  };
}
