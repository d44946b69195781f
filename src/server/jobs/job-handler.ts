import type { JobName } from '#contract/jobs.ts';
import type { Writer } from '#server/db/database.ts';

/** What a run needs of its job. `payload` was written by the rule that made the job, and is read by the same rule. */
export interface RunningJob {
  id: number;
  payload: unknown;
  /** Which try this is, from 1. */
  tries: number;
  /** Ends the run: cancelled, the lease was lost, or the server stops. */
  signal: AbortSignal;
  /** 0 to 1. A hint; it never fails a run. */
  progress(fraction: number): Promise<void>;
}

/** What happens in the transaction that ends the job, and after it is committed. */
export interface JobEffect {
  effect(tx: Writer): Promise<void>;
  committed?(): void | Promise<void>;
  /** The job was no longer this run's when it ended (cancelled, lease lost): what it made outside of the database is nobody's. */
  refused?(): Promise<void>;
}

/**
 * The work of one job name. `run` may be called again at any time, also after it had finished its work but before that was committed:
 * whatever it does outside of the effect must bear repetition. It rejects when it broke: then it is tried again, later. With `JobPostponed`,
 * or for want of room, it did not break: that is no try.
 */
export interface JobHandler {
  run(job: RunningJob): Promise<JobEffect>;
  /** After the last try: the effect of having failed for good. `why` is for a log; it may carry anything. */
  gaveUp(payload: unknown, why: GaveUp): JobEffect;
}
/** What the job needs is not there now, and that is no fault of the job. */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';
}

export type GaveUp = { why: 'broke'; cause: unknown } | { why: 'interrupted' };

export type JobHandlers = Record<JobName, JobHandler>;
