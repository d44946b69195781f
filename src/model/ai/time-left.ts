import type { AiInfer } from '#contract/ai/inferences.ts';
import type { AiTraining } from '#contract/ai/trainings.ts';
import { parseWireDate } from '#contract/dates.ts';

/**
 * Seconds that a training still takes; null if it does not run or nothing is known yet. A network works until its time is over, also if it went on from a checkpoint;
 * `trees` need what they need.
 */
export function trainingSecondsLeft(
  { state, engine, fraction, params, started_at }: Pick<AiTraining, 'state' | 'engine' | 'fraction' | 'params' | 'started_at'>,
  now: number,
): number | null {
  if (state !== 'running') return null;
  if (engine !== 'trees') return params.seconds * (1 - fraction);
  const started = started_at === null ? null : parseWireDate(started_at);
  if (started === null || fraction <= 0) return null;
  return (((now - started.getTime()) / 1_000) * (1 - fraction)) / fraction;
}

/** Seconds that an inference took; null if it has not ended or never ran. */
export function inferSeconds({ started_at, ended_at }: Pick<AiInfer, 'started_at' | 'ended_at'>): number | null {
  const [from, to] = [started_at, ended_at].map((at) => (at === null ? null : parseWireDate(at)));
  return from && to ? Math.max(0, (to.getTime() - from.getTime()) / 1_000) : null;
}

/**
 * Seconds that the rest of a batch takes, from the mean of those that are done and how many run at once. Null while nothing runs or none is done.
 */
export function batchSecondsLeft(
  { queued, running }: Record<'queued' | 'running', number>,
  done: readonly Pick<AiInfer, 'started_at' | 'ended_at'>[],
): number | null {
  const took = done.flatMap((infer) => inferSeconds(infer) ?? []);
  if (running === 0 || took.length === 0) return null;
  const each = took.reduce((sum, seconds) => sum + seconds, 0) / took.length;
  return (each * (queued + running)) / running;
}
