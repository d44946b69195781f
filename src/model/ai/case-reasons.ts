import type { InferSummary } from '#contract/ai/inferences.ts';
import type { CaseReason } from '#contract/ai/next-cases.ts';

/** Of fewer results, nothing can be said about a third. */
const LEAST = 3;

/** Of each result, why its case may teach the model something. They are compared with each other, so all of one version belong together. */
export function caseReasons(results: readonly Pick<InferSummary, 'classes' | 'entropy' | 'unlike'>[]): CaseReason[][] {
  const most = sureUpTo(results.flatMap(({ entropy }) => (entropy === null ? [] : [entropy])));
  return results.map(({ classes, entropy, unlike }) => {
    const isEmpty = classes.every(({ voxels }) => voxels === 0);
    const found: [CaseReason, boolean][] = [
      ['unsure', unlike.includes('entropy') || (entropy !== null && entropy > most)],
      ['unlike', unlike.some((how) => how !== 'entropy')],
      ['empty', isEmpty],
      ['unknown', entropy === null && !isEmpty],
    ];
    return found.flatMap(([reason, holds]) => (holds ? [reason] : []));
  });
}

/** The greatest entropy outside of the least sure third. */
function sureUpTo(entropies: readonly number[]): number {
  if (entropies.length < LEAST) return Infinity;
  const sorted = entropies.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * 2) / 3) - 1]!;
}
