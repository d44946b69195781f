import type { Voxel } from '#model/grids/voxel-space.ts';
import type { Workstation } from '#features/annotator/workstation.ts';

/** Shows the slice of a voxel of the open mask. */
export function goTo(workstation: Workstation, [, , inGrid]: Voxel): void {
  const { mask } = workstation.masks.read();
  if (mask !== null) goToSlice(workstation, mask.series, Math.round(inGrid));
}

/** Shows a slice of a series by its number in the grid: in a pane that has the series, the active one first, else in the active pane. */
export function goToSlice({ station, series: store }: Workstation, series: string, inGrid: number): void {
  const slice = store.peek(series)?.gridSlices?.indexOf(inGrid) ?? -1;
  if (slice < 0) return;
  const { panes, active } = station.read();
  const hasSlices = (at: number): boolean => panes[at]?.series === series && panes[at].show === 'stored';
  const pane = hasSlices(active) ? active : panes.findIndex((_, at) => hasSlices(at));
  if (pane < 0) return station.act({ act: 'show-series', pane: active, series, slice });
  station.act({ act: 'activate', pane });
  station.act({ act: 'walk-to', pane, to: slice });
}

/** The middle slice of the current segment; nothing while it is empty. */
export function goToMiddle(workstation: Workstation): void {
  const { news, current } = workstation.masks.read();
  const middle = news?.segments.find(({ uuid }) => uuid === current)?.middle ?? null;
  if (middle !== null) goTo(workstation, middle);
}
