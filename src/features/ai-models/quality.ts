import type { AiModelDetail } from '#contract/ai/models.ts';

/** A smaller fall is no news. */
const LEAST_FALL = 0.02;
const WEEKS = 4;

/** How much the Dice of the last four weeks is below that of the first four, by results; null if it did not fall, or there are fewer than eight weeks. */
export function fallOf(weeks: readonly Pick<AiModelDetail['quality'][number], 'dice' | 'results'>[]): number | null {
  if (weeks.length < 2 * WEEKS) return null;
  const fall = meanOf(weeks.slice(0, WEEKS)) - meanOf(weeks.slice(-WEEKS));
  return fall >= LEAST_FALL ? fall : null;
}

function meanOf(weeks: readonly { dice: number; results: number }[]): number {
  const results = weeks.reduce((sum, week) => sum + week.results, 0);
  return weeks.reduce((sum, week) => sum + week.dice * week.results, 0) / results;
}
