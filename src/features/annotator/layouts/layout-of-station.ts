import type { LayoutContent, PaneOfLayout } from '#contract/layouts.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Series } from '#contract/study-detail.ts';
import { sourceSeries } from '#model/computed/recipe.ts';
import { describeSeries, seriesOfLayout, type SeriesAtHand } from '#model/layouts/match-layout.ts';
import { firstSlice } from '#features/annotator/shown-series.ts';
import { EMPTY_PANE, type Pane } from '#features/annotator/station/pane.ts';
import type { Layout, Station, StationAct } from '#features/annotator/station/station.ts';

export type Arrangement = Pick<LayoutContent, 'rows' | 'columns' | 'large' | 'series' | 'panes' | 'links'>;

/**
 * What is saved of a workstation: its panes, without what they are zoomed to, and what they show, described. Of a computed series that is the one that it
 * is computed from.
 */
export function arrangementOf({ layout, panes, links }: Station, at: SeriesAtHand<Series>): Arrangement {
  const ofStudy = new Map(at.study.map((one) => [one.uuid, describeSeries(one, 'this')]));
  const known = new Map([...at.earlier.flat().map((one) => [one.uuid, describeSeries(one, 'earlier')] as const), ...ofStudy]);
  const seriesOf = ({ series }: Pane): string | null => series && sourceSeries(series);
  const shown = [...new Set(panes.map(seriesOf).filter((series) => series !== null && known.has(series)))];
  return {
    ...{ rows: layout.rows, columns: layout.columns, large: layout.hasLarge ?? false, links },
    series: shown.map((series) => known.get(series!)!),
    panes: panes.map((pane) => ({ ...showOf(pane), series: shown.includes(seriesOf(pane)) ? shown.indexOf(seriesOf(pane)) : null })),
  };
}

function showOf({ show, slab, waitsFor }: Pane): Pick<PaneOfLayout, 'show' | 'slab'> {
  // A path belongs to its study.
  if (show === 'path') return { show: 'stored', slab: null };
  const { show: shown, slab: thick } = waitsFor ?? { show, slab };
  return { show: shown, slab: thick && { ...thick, thicknessMm: Math.min(thick.thicknessMm, LIMITS.slabMm) } };
}

/** The act that arranges the panes as a layout says. Panes whose series the study does not have stay empty. */
export function actOfLayout(arrangement: Arrangement, at: SeriesAtHand<Series>): StationAct {
  const { rows, columns, large, panes, links } = arrangement;
  const found = seriesOfLayout(arrangement, at);
  const layout: Layout = { rows, columns, ...(large ? { hasLarge: true } : {}) };
  return {
    ...{ act: 'arrange', layout, links },
    panes: panes.map(({ series, show, slab }) => {
      const one = series === null ? null : (found[series] ?? null);
      if (one === null) return EMPTY_PANE;
      const waitsFor = show === 'stored' ? null : { show, slab };
      return { ...EMPTY_PANE, series: one.uuid, slice: firstSlice(one), waitsFor };
    }),
  };
}
