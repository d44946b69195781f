import type { Label } from '#contract/labels.ts';
import { MARK_COLOURS } from '#model/mark-colours.ts';

/** The standard colour that the fewest labels have, so that a new one is distinct. */
export function leastUsed(labels: readonly Pick<Label, 'color'>[]): string {
  const uses = (color: string) => labels.filter((label) => label.color.toLowerCase() === color.toLowerCase()).length;
  return MARK_COLOURS.reduce<string>((best, color) => (uses(color) < uses(best) ? color : best), MARK_COLOURS[0]);
}
