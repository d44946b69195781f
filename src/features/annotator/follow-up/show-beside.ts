import { sliceOf, type SlicePlace } from '#features/annotator/measure/slice-place.ts';
import { EMPTY_PANE, type Pane } from '#features/annotator/station/pane.ts';
import type { Workstation } from '#features/annotator/workstation.ts';

/**
 * Shows what was measured now and before, each in a pane: those that have the series, else the active one and the next. One pane becomes two. Both are set at
 * once, so that a link of positions does not move one away from its slice.
 */
export function showBeside({ station, series }: Workstation, places: { now: SlicePlace | null; prior: SlicePlace | null }): void {
  const { now, prior } = places;
  const state = station.read();
  const { active, links } = state;
  const layout = now !== null && prior !== null && state.panes.length === 1 ? { rows: 1, columns: 2 } : state.layout;
  const panes: Pane[] = layout === state.layout ? [...state.panes] : [state.panes[0]!, EMPTY_PANE];
  const taken = new Set<number>();
  function put(place: SlicePlace | null, preferred: number): number | null {
    if (place === null) return null;
    const has = panes.findIndex((pane, at) => pane.series === place.series && pane.show === 'stored' && !taken.has(at));
    const at = has >= 0 ? has : taken.has(preferred) ? (preferred + 1) % panes.length : preferred;
    const slice = sliceOf(place, series.peek(place.series));
    panes[at] = has >= 0 ? { ...panes[at]!, slice } : { ...EMPTY_PANE, series: place.series, slice };
    taken.add(at);
    return at;
  }
  const at = put(now, Math.min(active, panes.length - 1));
  const before = put(prior, at === null ? active : (at + 1) % panes.length);
  if (at === null && before === null) return;
  station.act({ act: 'arrange', layout, panes, links });
  station.act({ act: 'activate', pane: at ?? before! });
}
