import type { AiInfer, ProposalDecision } from '#contract/ai/inferences.ts';

const DECISIONS = ['accepted', 'corrected', 'refused'] as const satisfies readonly ProposalDecision[];

/** What people did with a result, in words: `proposed, not looked at`, `corrected by A. Demo, Dice 0.91`, `2 accepted, 1 refused, 1 not looked at`. */
export function decidedText({ decided, summary }: Pick<AiInfer, 'decided' | 'summary'>): string {
  const all = Math.max(decided.length, summary?.classes.length ?? 0);
  if (decided.length === 0) return 'proposed, not looked at';
  const [first] = decided;
  if (decided.length === all && decided.every(({ decision }) => decision === first!.decision)) {
    const people = [...new Set(decided.flatMap(({ by }) => by ?? []))];
    const dice = decided.flatMap((each) => (each.decision === 'corrected' && each.dice !== null ? [each.dice] : []));
    const mean = dice.reduce((sum, value) => sum + value, 0) / dice.length;
    return [`${first!.decision}${people.length === 0 ? '' : ` by ${people.join(', ')}`}`, dice.length > 0 && `Dice ${mean.toFixed(2)}`]
      .filter(Boolean)
      .join(', ');
  }
  const counts = DECISIONS.flatMap((word) => {
    const count = decided.filter(({ decision }) => decision === word).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return [...counts, ...(all > decided.length ? [`${all - decided.length} not looked at`] : [])].join(', ');
}
