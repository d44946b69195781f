import type { JobName } from '#contract/jobs.ts';
import type { Writer } from '#server/db/database.ts';

/** What a run needs of its job. `payload` is written and read by the same rule. */
export interface RunningJob {
  id: number;
  payload: unknown;
  /** Which try this is, from 1. */
  tries: number;
  /** Aborts the run: cancelled, lease lost, or the server is stopping. */
  signal: AbortSignal;
  /** 0 to 1. A hint; it never fails a run. */
  progress(fraction: number): Promise<void>;
}

/** Changes in the transaction that ends the job, and after its commit. */
export interface JobEffect {
  effect(tx: Writer): Promise<void>;
  committed?(): void | Promise<void>;
  /** The job no longer belonged to this run when it ended (cancelled, lease lost), so objects that it created are unused. */
  refused?(): Promise<void>;
}

/**
 * The work of one kind of job. `run` may be called again at any time, even if it had finished but was not committed: everything outside the effect
 * must be repeatable. If it rejects, it is retried later. `JobPostponed` or a full disk do not count as a try.
 */
export interface JobHandler {
  run(job: RunningJob): Promise<JobEffect>;
  /** Called after the last try: the effect of a permanent failure. `why` is for a log and may contain anything. */
  gaveUp(payload: unknown, why: GaveUp): JobEffect;
}
/** A resource that the job needs is missing now, which is not a failure of the job. */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';
}

export type GaveUp = { why: 'broke'; cause: unknown } | { why: 'interrupted' };

export type JobHandlers = Record<JobName, JobHandler>;
