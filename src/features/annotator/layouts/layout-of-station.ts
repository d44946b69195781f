import type { LayoutContent, PaneOfLayout } from '#contract/layouts.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Series } from '#contract/study-detail.ts';
import { isComputed, sourceSeries } from '#model/computed/recipe.ts';
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
  const all = panes.flatMap(({ series, fused, volume }) => [series, fused?.series, volume?.series]);
  const shown = [...new Set(all.flatMap((one) => (one == null ? [] : [sourceSeries(one)])))].filter((one) => known.has(one));
  const placeOf = (one: string | undefined | null): number | null => {
    const place = one == null ? -1 : shown.indexOf(sourceSeries(one));
    return place < 0 ? null : place;
  };
  return {
    ...{ rows: layout.rows, columns: layout.columns, large: layout.hasLarge ?? false, links },
    series: shown.map((one) => known.get(one)!),
    panes: panes.map((pane) => ({ ...showOf(pane), series: placeOf(pane.series), ...fusedOf(pane, placeOf), ...in3dOf(pane, placeOf) })),
  };
}

type PlaceOf = (series: string) => number | null;

/** Maps and differences are computed anew for each study, so they are not saved over a picture or in 3D. */
function fusedOf({ fused }: Pane, placeOf: PlaceOf): Pick<PaneOfLayout, 'fused'> {
  const series = fused === null || isComputed(fused.series) ? null : placeOf(fused.series);
  return series === null ? {} : { fused: { ...fused!, series } };
}

function in3dOf({ is3d, volume }: Pane, placeOf: PlaceOf): Pick<PaneOfLayout, 'in3d'> {
  if (!is3d) return {};
  const series = volume === null || isComputed(volume.series) ? null : placeOf(volume.series);
  return { in3d: { volume: series === null ? null : { ...volume!, series } } };
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
  const foundAt = (place: number | null | undefined): Series | null => (place == null ? null : (found[place] ?? null));
  const layout: Layout = { rows, columns, ...(large ? { hasLarge: true } : {}) };
  return {
    ...{ act: 'arrange', layout, links },
    panes: panes.map(({ series, show, slab, fused, in3d }) => {
      const one = foundAt(series);
      const over = foundAt(fused?.series);
      const look = in3d?.volume ?? null;
      const inside = foundAt(look?.series);
      return {
        ...EMPTY_PANE,
        ...{ is3d: in3d !== undefined, volume: look && inside && { ...look, series: inside.uuid } },
        ...(one !== null && {
          ...{ series: one.uuid, slice: firstSlice(one), waitsFor: show === 'stored' ? null : { show, slab } },
          fused: fused && over ? { ...fused, series: over.uuid } : null,
        }),
      };
    }),
  };
}
