import type { MaskComparison } from '#workers/comparison/handle.ts';

/** A bar of Dice by slice. */
export interface SliceDice {
  /** As the panes count, from 0. */
  shown: number;
  /** Of the grid. */
  slice: number;
  dice: number;
  isDifferent: boolean;
}

/** Slices with a voxel of either mask, in the order of the panes. `stored`: the number in the grid of each slice of the series; null: in the order of the grid. */
export function dicesBySlice(slices: MaskComparison['slices'], stored: readonly number[] | null): SliceDice[] {
  return slices
    .map(({ slice, dice, onlyA, onlyB }) => ({ slice, shown: stored?.indexOf(slice) ?? slice, dice, isDifferent: onlyA + onlyB > 0 }))
    .filter(({ shown }) => shown >= 0)
    .toSorted((a, b) => a.shown - b.shown);
}

/** The first of those with the lowest Dice; null if nothing differs. */
export function worstSlice(dices: readonly SliceDice[]): SliceDice | null {
  const different = dices.filter(({ isDifferent }) => isDifferent);
  return different.reduce<SliceDice | null>((worst, each) => (worst === null || each.dice < worst.dice ? each : worst), null);
}

/** The nearest slice with a difference after one that is shown, or before it; null if there is none. `from` null: from before the first, or after the last. */
export function nextDifference(dices: readonly SliceDice[], from: number | null, by: 1 | -1): SliceDice | null {
  const different = dices.filter(({ isDifferent }) => isDifferent);
  if (by > 0) return different.find(({ shown }) => from === null || shown > from) ?? null;
  return different.findLast(({ shown }) => from === null || shown < from) ?? null;
}
