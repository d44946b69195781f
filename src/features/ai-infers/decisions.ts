import type { AiInfer, ProposalDecision } from '#contract/ai/inferences.ts';
import { formatDecimal } from '#language/numbers.ts';
import { t } from '#language/t.ts';

const DECISIONS = ['accepted', 'corrected', 'refused'] as const satisfies readonly ProposalDecision[];

export const DECISION_WORDS: Record<ProposalDecision, string> = {
  accepted: t('accepted'),
  corrected: t('corrected'),
  refused: t('refused'),
};

const BY: Record<ProposalDecision, (names: string) => string> = {
  accepted: (names) => t('accepted by {names}', { names }),
  corrected: (names) => t('corrected by {names}', { names }),
  refused: (names) => t('refused by {names}', { names }),
};

const COUNTED: Record<ProposalDecision, (count: number) => string> = {
  accepted: (count) => t('{count} accepted', { count }),
  corrected: (count) => t('{count} corrected', { count }),
  refused: (count) => t('{count} refused', { count }),
};

/** What people did with a result, in words: `proposed, not looked at`, `corrected by A. Demo, Dice 0.91`, `2 accepted, 1 refused, 1 not looked at`. */
export function decidedText({ decided, summary }: Pick<AiInfer, 'decided' | 'summary'>): string {
  const all = Math.max(decided.length, summary?.classes.length ?? 0);
  if (decided.length === 0) return t('proposed, not looked at');
  const [first] = decided;
  if (decided.length === all && decided.every(({ decision }) => decision === first!.decision)) {
    const people = [...new Set(decided.flatMap(({ by }) => by ?? []))];
    const dice = decided.flatMap((each) => (each.decision === 'corrected' && each.dice !== null ? [each.dice] : []));
    const mean = dice.reduce((sum, value) => sum + value, 0) / dice.length;
    return [
      people.length === 0 ? DECISION_WORDS[first!.decision] : BY[first!.decision](people.join(', ')),
      dice.length > 0 && t('Dice {dice}', { dice: formatDecimal(mean, 2) }),
    ]
      .filter(Boolean)
      .join(', ');
  }
  const counts = DECISIONS.flatMap((word) => {
    const count = decided.filter(({ decision }) => decision === word).length;
    return count === 0 ? [] : [COUNTED[word](count)];
  });
  return [...counts, ...(all > decided.length ? [t('{count} not looked at', { count: all - decided.length })] : [])].join(', ');
}
