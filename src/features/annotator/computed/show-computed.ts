import type { Workstation } from '#features/annotator/workstation.ts';
import type { Pane } from '#features/annotator/station/pane.ts';
import { slicesOfVolumes, type SeriesShape } from '#features/annotator/station/series-shape.ts';
import type { Recipe } from '#model/computed/recipe.ts';
import type { Computed } from './computed-store.ts';

type Parts = Pick<Workstation, 'computed' | 'series' | 'station'>;

/** A pane and what it showed when something was asked for it. */
export interface AskedPane {
  pane: number;
  series: string | null;
}

export function activeNow({ station }: Pick<Parts, 'station'>): AskedPane {
  const { panes, active } = station.read();
  return { pane: active, series: panes[active]!.series };
}

/**
 * Shows a computed series in a pane, at the same place; null: the one that it is computed from. If the pane shows something else by then, nothing
 * happens.
 */
export function showComputed(
  { computed, series, station }: Parts,
  asked: AskedPane,
  source: string,
  made: Pick<Computed, 'from' | 'recipe'> | null,
): void {
  const pane = station.read().panes[asked.pane];
  const shape = series.peek(source);
  if (shape === null || pane?.series !== asked.series) return;
  const before = computed.find(pane.series);
  const slice = sourceSlice(pane, before?.recipe ?? null);
  const next = made === null ? null : computed.add({ source, ...made });
  station.act({
    act: 'show-instead',
    pane: asked.pane,
    series: next?.uuid ?? source,
    slice: next === null ? slice : computedSlice(next.recipe, slice, shape),
    // While a mask is moved, its film is looked at with one window.
    keepsWindow: before?.recipe.kind === 'frames' && next?.recipe.kind === 'frames',
  });
}

/** What no pane shows any more is computed no further, and its memory is free. It is computed again when it is shown again. */
export function closeUnseen({ computed, series, station }: Parts): void {
  const { panes } = station.read();
  for (const { uuid } of computed.read()) {
    const isSeen = panes.some((pane) => [pane.series, pane.fused?.series, pane.volume?.series].includes(uuid));
    if (!isSeen && series.peek(uuid) !== null) series.close(uuid);
  }
}

/** The slice of the source that a pane shows, or that its computed slice is made of. */
export function sourceSlice({ slice }: Pick<Pane, 'slice'>, recipe: Recipe | null): number {
  if (recipe === null) return slice;
  return recipe.kind === 'frames' ? recipe.first + slice : (recipe.positions[slice]?.[0] ?? 0);
}

/** Another run begins at its first frame. */
function computedSlice(recipe: Recipe, slice: number, shape: SeriesShape): number {
  if (recipe.kind === 'frames') {
    const frame = slice - recipe.first;
    return frame >= 0 && frame < recipe.frames ? frame : 0;
  }
  const first = slicesOfVolumes(shape, slice)?.[0] ?? slice;
  const at = recipe.positions.findIndex((slices) => slices[0] === first);
  return Math.max(0, at);
}
