import type { MaskComparison } from '#workers/comparison/handle.ts';
import { cellToCsv } from '#model/csv-cell.ts';

export interface ComparedRow {
  /** Of the segment. */
  title: string;
  /** Only one of the two has it. */
  only: 'A' | 'B' | null;
  /** Null: it was not compared. */
  comparison: MaskComparison | null;
}

const HEAD = [
  ...['Segment', 'A', 'B', 'Dice', 'HD95 [mm]', 'Average symmetric surface distance [mm]'],
  ...['Volume A [ml]', 'Volume B [ml]', 'Only A [ml]', 'Only B [ml]', 'Both [ml]', 'Voxels A', 'Voxels B', 'Voxels both', 'Note'],
];

/** A row for each segment, columns with their units in brackets. What is not defined is empty. `a`, `b`: what is compared, in words. */
export function comparisonToCsv(rows: readonly ComparedRow[], { a, b }: { a: string; b: string }): string {
  const cells = rows.map(({ title, only, comparison }) => {
    const { voxels, ml = null, dice = null, distances = null } = comparison ?? {};
    return [
      ...[title, only === 'B' ? '' : a, only === 'A' ? '' : b, rounded(dice), rounded(distances?.hd95Mm), rounded(distances?.meanMm)],
      ...[rounded(ml && ml.onlyA + ml.both), rounded(ml && ml.onlyB + ml.both), rounded(ml?.onlyA), rounded(ml?.onlyB), rounded(ml?.both)],
      ...[voxels ? voxels.onlyA + voxels.both : null, voxels ? voxels.onlyB + voxels.both : null, voxels?.both ?? null],
      only === null ? '' : `only in ${only}`,
    ];
  });
  // The byte order mark tells a spreadsheet that it is UTF-8. Lines as in RFC 4180.
  return `\uFEFF${[HEAD, ...cells].map((row) => `${row.map(cellToCsv).join(',')}\r\n`).join('')}`;
}

/** Without the last digits, which sums of fractions leave. */
const rounded = (value: number | null | undefined): number | null => (value == null ? null : Number(value.toPrecision(DIGITS)));
const DIGITS = 12;
