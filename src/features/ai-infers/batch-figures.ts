import type { InferBatch } from '#contract/ai/inferences.ts';
import type { WorkWord } from '#ui/status/status-looks.ts';

type Counts = InferBatch['counts'];

export const totalOf = ({ queued, running, done, failed }: Counts): number => queued + running + done + failed;

/** A batch stays `running` on the server once all have ended. */
export function batchStatus({ state, counts }: Pick<InferBatch, 'state' | 'counts'>): WorkWord {
  if (state !== 'running') return state;
  return counts.queued + counts.running === 0 ? 'done' : 'running';
}
