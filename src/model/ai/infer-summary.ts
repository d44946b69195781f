import type { InferSummary } from '#contract/ai/inferences.ts';

/** What a run of a model tells, wherever it ran. */
interface Ran {
  classes: InferSummary['classes'];
  meanEntropy: number | null;
  unlike: readonly { in: InferSummary['unlike'][number] }[];
  /** By step. */
  seconds: Readonly<Record<string, number>>;
}

/** As it is shown and stored. */
export function toInferSummary({ classes, meanEntropy, unlike, seconds }: Ran): InferSummary {
  const all = Object.values(seconds).reduce((sum, each) => sum + each, 0);
  return { classes, entropy: meanEntropy, unlike: [...new Set(unlike.map((each) => each.in))], seconds: all };
}
