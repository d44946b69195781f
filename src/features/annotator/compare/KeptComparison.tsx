import { useEffect } from 'react';
import { useLatest } from '#ui/viewer/use-latest.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { Side } from './compare-store.ts';
import { useCompare, useCompareChoice } from './use-compare.ts';

/** Keeps open what is compared for as long as the mode is on, also while the panel shows something else. */
export function KeptComparison({ study }: { study: string }) {
  const isOn = useCompare((state) => state.isOn);
  return isOn ? <Kept study={study} /> : null;
}

function Kept({ study }: { study: string }) {
  const { compare, series } = useWorkstation();
  const { sideA, sideB, voters } = useCompareChoice(study);
  const ticked = useCompare((state) => state.voters);
  const wanted = voters.flatMap(({ side }) => (ticked?.includes(side.id) ? [side] : []));
  // The lists are made anew with each change of something else.
  const text = JSON.stringify([sideA, sideB, wanted], (key, value: unknown) => (key === 'grid' ? null : value));
  const latest = useLatest({ sideA, sideB, wanted });
  useEffect(() => {
    const { sideA: a, sideB: b, wanted: others } = latest.current;
    compare.show(a, b, others);
    // Which slice of the grid a picture shows is known once the series is open.
    for (const side of [a, b]) openSeries(side);
    function openSeries(side: Side | null): void {
      if (side !== null && series.peek(side.series) === null) series.open(side.series, 0);
    }
  }, [compare, series, latest, text]);
  return null;
}
