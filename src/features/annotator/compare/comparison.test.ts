import { describe, expect, it } from 'vitest';
import type { MaskComparison } from '#workers/comparison/handle.ts';
import { comparisonToCsv } from './comparison-to-csv.ts';
import { dicesBySlice, nextDifference, worstSlice } from './slice-differences.ts';

const overlap = (slice: number, onlyA: number, onlyB: number, both: number) => ({
  ...{ slice, onlyA, onlyB, both },
  dice: (2 * both) / (onlyA + onlyB + 2 * both),
});

describe('Dice by slice [CMP-22]', () => {
  // The series is stored from the last slice of the grid to the first.
  const dices = dicesBySlice([overlap(1, 0, 0, 5), overlap(2, 1, 1, 4), overlap(3, 0, 0, 5), overlap(4, 5, 0, 0)], [5, 4, 3, 2, 1, 0]);

  it('is in the order of the panes, with the numbers that they show', () => {
    expect(dices).toEqual([
      { slice: 4, shown: 1, dice: 0, isDifferent: true },
      { slice: 3, shown: 2, dice: 1, isDifferent: false },
      { slice: 2, shown: 3, dice: 0.8, isDifferent: true },
      { slice: 1, shown: 4, dice: 1, isDifferent: false },
    ]);
    expect(dicesBySlice([overlap(7, 1, 0, 1)], null)).toMatchObject([{ shown: 7 }]);
  });

  it('leads to the worst, to the next difference and to the one before', () => {
    expect(worstSlice(dices)).toMatchObject({ shown: 1 });
    expect(worstSlice(dices.filter(({ isDifferent }) => !isDifferent))).toBeNull();
    const to = (from: number | null, by: 1 | -1) => nextDifference(dices, from, by)?.shown ?? null;
    expect([to(null, 1), to(0, 1), to(1, 1), to(3, 1)]).toEqual([1, 1, 3, null]);
    expect([to(null, -1), to(5, -1), to(3, -1), to(1, -1)]).toEqual([3, 3, 1, null]);
  });
});

describe('the table as CSV [CMP-23]', () => {
  it('has units, both volumes, and empty cells where nothing is defined', () => {
    const comparison: MaskComparison = {
      ...{ voxels: { onlyA: 100, onlyB: 50, both: 850 }, dice: 0.9189189189189189, ml: { onlyA: 0.1, onlyB: 0.05, both: 0.85 } },
      ...{ distances: { hd95Mm: 1.5, meanMm: 0.1 + 0.2 }, noDistances: null, slices: [] },
    };
    const undefinedOne: MaskComparison = {
      ...{ voxels: { onlyA: 0, onlyB: 0, both: 0 }, dice: null, ml: null, distances: null, noDistances: 'no-volume', slices: [] },
    };
    const csv = comparisonToCsv(
      [
        { title: '=Zone', only: null, comparison },
        { title: 'Empty', only: null, comparison: undefinedOne },
        { title: 'Cyst', only: 'B', comparison: null },
      ],
      { a: 'Ann', b: 'Bob, "B"' },
    );
    expect(csv.slice(1).split('\r\n')).toEqual([
      'Segment,A,B,Dice,HD95 [mm],Average symmetric surface distance [mm],Volume A [ml],Volume B [ml],Only A [ml],Only B [ml],Both [ml],Voxels A,Voxels B,Voxels both,Note',
      `'=Zone,Ann,"Bob, ""B""",0.918918918919,1.5,0.3,0.95,0.9,0.1,0.05,0.85,950,900,850,`,
      'Empty,Ann,"Bob, ""B""",,,,,,,,,0,0,0,',
      'Cyst,,"Bob, ""B""",,,,,,,,,,,,only in B',
      '',
    ]);
  });
});
