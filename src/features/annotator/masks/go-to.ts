import type { Voxel } from '#model/grids/voxel-space.ts';
import type { Workstation } from '#features/annotator/workstation.ts';

/** Shows the slice of a voxel of the open mask: in a pane that has its series, the active one first, else in the active pane. */
export function goTo({ station, series, masks }: Workstation, [, , inGrid]: Voxel): void {
  const { mask } = masks.read();
  if (mask === null) return;
  const slice = series.peek(mask.series)?.gridSlices?.indexOf(Math.round(inGrid)) ?? -1;
  if (slice < 0) return;
  const { panes, active } = station.read();
  const hasSlices = (at: number): boolean => panes[at]?.series === mask.series && panes[at].show === 'stored';
  const pane = hasSlices(active) ? active : panes.findIndex((_, at) => hasSlices(at));
  if (pane < 0) return station.act({ act: 'show-series', pane: active, series: mask.series, slice });
  station.act({ act: 'activate', pane });
  station.act({ act: 'walk-to', pane, to: slice });
}

/** The middle slice of the current segment; nothing while it is empty. */
export function goToMiddle(workstation: Workstation): void {
  const { news, current } = workstation.masks.read();
  const middle = news?.segments.find(({ uuid }) => uuid === current)?.middle ?? null;
  if (middle !== null) goTo(workstation, middle);
}
