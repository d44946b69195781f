import type { Label } from '#contract/labels.ts';
import { MARK_COLOURS } from '#model/mark-colours.ts';

/** The colour of ours that the fewest labels have, so that a new one is told apart. */
export function leastUsed(labels: readonly Pick<Label, 'color'>[]): string {
  const uses = (color: string) => labels.filter((label) => label.color.toLowerCase() === color.toLowerCase()).length;
  return MARK_COLOURS.reduce<string>((best, color) => (uses(color) < uses(best) ? color : best), MARK_COLOURS[0]);
}
