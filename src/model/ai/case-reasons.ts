import type { InferSummary } from '#contract/ai/inferences.ts';
import type { CaseReason } from '#contract/ai/next-cases.ts';

/** Of fewer results, nothing can be said about a third. */
const LEAST = 3;

export interface CaseResult extends Pick<InferSummary, 'classes' | 'entropy' | 'unlike'> {
  /** From the cases that were learned from; Infinity: they are not known. */
  distance: number;
}

/** Of each result, why its case may teach the model something. They are compared with each other, so all of one version belong together. */
export function caseReasons(results: readonly CaseResult[]): CaseReason[][] {
  const sure = upToLastThird(results.flatMap(({ entropy }) => (entropy === null ? [] : [entropy])));
  const near = upToLastThird(results.map(({ distance }) => distance));
  return results.map(({ classes, entropy, unlike, distance }) => {
    const isEmpty = classes.every(({ voxels }) => voxels === 0);
    const found: [CaseReason, boolean][] = [
      ['unsure', unlike.includes('entropy') || (entropy !== null && entropy > sure)],
      ['unlike', unlike.some((how) => how !== 'entropy')],
      ['size', !isEmpty && distance > near],
      ['empty', isEmpty],
      ['unknown', entropy === null && !isEmpty],
    ];
    return found.flatMap(([reason, holds]) => (holds ? [reason] : []));
  });
}

/** The greatest of the values without the greatest third. */
function upToLastThird(values: readonly number[]): number {
  if (values.length < LEAST) return Infinity;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * 2) / 3) - 1]!;
}
