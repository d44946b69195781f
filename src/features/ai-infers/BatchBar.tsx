import type { InferBatch } from '#contract/ai/inferences.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { totalOf } from './batch-figures.ts';

/** Done, failed, and what runs. */
export function BatchBar({ counts, label, thick = false }: { counts: InferBatch['counts']; label: string; thick?: boolean }) {
  const { done, failed, running } = counts;
  return (
    <ProgressBar
      label={label}
      total={totalOf(counts)}
      parts={[
        { amount: done, tone: 'sure' },
        { amount: failed, tone: 'broken' },
        { amount: running, tone: 'moving' },
      ]}
      thick={thick}
    />
  );
}
