import { useMemo } from 'react';
import { isSameSpace } from '#features/annotator/station/ways.ts';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import type { ComputePlace } from './compute-tools.ts';

/** Where a computation would take place, and the unit of the values there; null while no mask is open. */
export function useComputePlace(): (ComputePlace & { unit: string }) | null {
  const { pictures } = useWorkstation();
  const mask = useMask((state) => (state.status === 'open' ? state.mask : null));
  const open = useOpenSeries(mask?.series ?? null);
  const slice = useStation(({ panes, active }) => {
    const pane = panes[active];
    return pane !== undefined && pane.series === mask?.series && pane.show === 'stored' ? pane.slice : null;
  });
  const cursor = useStation((station) => station.cursor);
  return useMemo(() => {
    if (mask === null || open === null) return null;
    const { grid, gridHash } = mask.source;
    const inGrid = (at: number): number | null => (open.gridHash === gridHash ? (open.gridSlices?.[at] ?? null) : null);
    const beside = (by: number): number | null => (slice === null ? null : inGrid(slice + by));
    const space = { series: mask.series, frameOfReference: open.frameOfReference };
    return {
      grid,
      slices: { shown: beside(0), next: beside(1), previous: beside(-1) },
      crosshair: cursor !== null && isSameSpace(cursor, space) ? cursor.point : null,
      unit: (slice === null ? null : pictures.peek(mask.seriesId, slice)?.unit) ?? '',
    };
  }, [mask, open, slice, cursor, pictures]);
}
