import type { CallName } from '#contract/calls.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { JobName } from '#contract/jobs.ts';

/** What a request was for: a call of the contract, a health check, or a file of the page. */
export type Measured = CallName | 'health' | 'page';

/** `failed`: an answer that says no without an error code, such as a missing file of the page. */
export const REQUEST_RESULTS = ['done', 'failed'] as const;
export type RequestResult = (typeof REQUEST_RESULTS)[number] | ErrorCode;

/** `repeated`: it was stored before and is acknowledged again. */
export const CHUNK_OUTCOMES = ['stored', 'repeated'] as const;
export const UPLOAD_ENDS = ['finished', 'dropped'] as const;
/** `conflict`: two transactions met, and the caller repeats its own. `refused`: a rule said no. */
export const TRANSACTION_OUTCOMES = ['committed', 'refused', 'conflict', 'failed'] as const;
/** `lost`: another process had taken the job. `released`: the server stopped. `postponed`: disk space or another resource was missing. */
export const JOB_OUTCOMES = ['done', 'failed', 'retried', 'postponed', 'released', 'lost'] as const;

/**
 * Counts for operators. Each value is of a closed list or a number: nothing names a patient, a team or a person. Without an implementation, nothing is
 * counted.
 */
export interface Measures {
  request(of: Measured, result: RequestResult, seconds: number): void;
  chunk(outcome: (typeof CHUNK_OUTCOMES)[number], bytes: number): void;
  verified(files: number): void;
  uploadEnded(how: (typeof UPLOAD_ENDS)[number]): void;
  /** A write asks for its turn. Call the function when it starts; it returns the one to call when it ends. */
  writeAsked(): () => (outcome: (typeof TRANSACTION_OUTCOMES)[number]) => void;
  job(name: JobName, outcome: (typeof JOB_OUTCOMES)[number], seconds: number): void;
}
