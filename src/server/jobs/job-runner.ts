import type { JobName } from '#contract/jobs.ts';
import { JobPostponed, type JobEffect, type JobHandler, type JobHandlers } from './job-handler.ts';
import { isStorageFull } from '#server/storage/object-store.ts';
import type { JobTableQueue, LeasedJob } from './job-queue.ts';

export interface JobRunner {
  /**
   * No further job is claimed. `wait`: resolves when the running ones have ended. `abandon`: they are told to end and go back to the queue
   * as if they had not been tried.
   */
  stop(how: 'wait' | 'abandon'): Promise<void>;
  /** Resolves when nothing runs and nothing is claimable now; for tests and for a graceful end. */
  idle(): Promise<void>;
}

export interface JobRunnerOptions {
  /**
   * A lane runs one job at a time, of its names. A conversion takes some four times its series in memory, so one lane for them is the sound number
   * for a small machine. Without lanes there is one for all that has a handler.
   */
  lanes?: readonly (readonly JobName[])[];
  heartbeatMs?: number;
  /** The longest pause between two looks: what another process added is found by then. */
  pollMs?: number;
  onFault?: (job: { id: number; name: JobName } | null, error: unknown) => void;
}

type Stage = { at: 'running' } | { at: 'stopping'; how: 'wait' | 'abandon' };

/** The loop that runs jobs. A name without its handler is a fault of the build: the start refuses. */
export function startJobRunner(
  queue: JobTableQueue,
  handlers: Partial<JobHandlers>,
  { lanes = [Object.keys(handlers) as JobName[]], heartbeatMs = 10_000, pollMs = 2_000, onFault = () => undefined }: JobRunnerOptions = {},
): JobRunner {
  const missing = lanes.flat().filter((name) => !(name in handlers));
  if (missing.length > 0) throw new Error(`No handler for the job ${missing.join(', ')}`);

  let stage: Stage = { at: 'running' };
  /** Counts the wakings, so that one which comes while a lane looks is not lost. */
  let wakings = 0;
  let asleep = 0;
  const sleepers = new Set<() => void>();
  const idlers = new Set<() => void>();
  const runs = new Map<LeasedJob, AbortController>();

  function wake(): void {
    wakings += 1;
    for (const rouse of [...sleepers]) rouse();
    // The cause may have been a cancellation: a run learns of it now, not at its next beat.
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
      if (stage.at === 'stopping' && stage.how === 'abandon') controller.abort(new Error('The server stops'));
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

  /** Null once the job has ended. An effect that fails has left nothing: it broke like a run. */
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

  /** A lease that is gone ends the run: somebody cancelled the job, or holds it now. A beat that failed is made up by the next one. */
  async function keepLease(job: LeasedJob, controller: AbortController): Promise<void> {
    const ours = await queue.heartbeat(job).catch(() => true);
    if (!ours) controller.abort(new Error('The lease is lost'));
  }

  const ended = Promise.all(lanes.map(lane));

  return {
    async stop(how) {
      stage = { at: 'stopping', how };
      if (how === 'abandon') for (const controller of runs.values()) controller.abort(new Error('The server stops'));
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
