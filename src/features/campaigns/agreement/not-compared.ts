import type { KeptDices } from '#localdb/kept-dices.ts';
import type { MaskPair, NotComparable, OtherPair } from '#model/campaigns/mask-agreement.ts';
import type { NotCompared } from './mask-comparison.ts';

export interface NotComparedGroup {
  why: NotComparable | NotCompared;
  /** Numbers of the cases. */
  cases: readonly number[];
  /** How many pairs of masks. */
  count: number;
}

/** Pairs that have no Dice, by the reason. Masks that are empty although they were drawn on are only known once they are compared. */
export function notCompared(
  pairs: readonly MaskPair[],
  others: readonly OtherPair[],
  dices: KeptDices,
  failed: ReadonlyMap<string, NotCompared>,
): NotComparedGroup[] {
  const found = [
    ...others.map((pair) => ({ case: pair.case, why: pair.why })),
    ...pairs.flatMap(({ key, case: number }): { case: number; why: NotComparedGroup['why'] }[] => {
      const why = failed.get(key) ?? (dices[key]?.every((dice) => dice === null) ? 'nothing-drawn' : undefined);
      return why === undefined ? [] : [{ case: number, why }];
    }),
  ];
  return [...Map.groupBy(found, ({ why }) => why)].map(([why, of]) => ({
    ...{ why, count: of.length },
    cases: [...new Set(of.map((one) => one.case))].toSorted((a, b) => a - b),
  }));
}
