import { useMemo } from 'react';
import { useOpenSeries, useStation, type Workstation } from '#features/annotator/workstation.ts';
import { goToSlice } from '#features/annotator/masks/go-to.ts';
import type { MaskComparison } from '#workers/comparison/handle.ts';
import { dicesBySlice, nextDifference, type SliceDice } from './slice-differences.ts';
import { useCompare } from './use-compare.ts';

/** What is known of the row that is selected; null: nothing yet. */
export function useSelected(): { title: string; comparison: MaskComparison; isInBoth: boolean } | null {
  const row = useCompare(({ rows, selected }) => rows.find(({ key }) => key === selected) ?? null);
  return row?.result?.ok ? { title: row.title, comparison: row.result.comparison, isInBoth: row.a !== null && row.b !== null } : null;
}

/** The slices of the comparison in the order of the panes, and which of them is shown in the active pane. */
export function useSlices({ slices }: MaskComparison): { dices: readonly SliceDice[]; shown: number | null } {
  const series = useCompare((state) => state.a?.series ?? null);
  const stored = useOpenSeries(series)?.gridSlices ?? null;
  const dices = useMemo(() => dicesBySlice(slices, stored), [slices, stored]);
  return { dices, shown: useStation((station) => shownSlice(station, series)) };
}

/** Shows the next slice on which A and B differ, or the one before. */
export function goToDifference(workstation: Workstation, by: 1 | -1): void {
  const { compare, series, station } = workstation;
  const { a, selected } = compare.read();
  const result = compare.row(selected)?.result;
  if (a === null || !result?.ok) return;
  const dices = dicesBySlice(result.comparison.slices, series.peek(a.series)?.gridSlices ?? null);
  const next = nextDifference(dices, shownSlice(station.read(), a.series), by);
  if (next !== null) goToSlice(workstation, a.series, next.slice);
}

function shownSlice({ panes, active }: ReturnType<Workstation['station']['read']>, series: string | null): number | null {
  const isOf = (pane: (typeof panes)[number] | undefined): boolean => pane?.series === series && pane?.show === 'stored';
  const pane = isOf(panes[active]) ? panes[active] : panes.find(isOf);
  return pane?.slice ?? null;
}
