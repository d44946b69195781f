import { useMemo, useSyncExternalStore } from 'react';
import type { SeriesFacts } from '#contract/series-reading.ts';
import type { Series } from '#contract/study-detail.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { Computed } from './computed-store.ts';
import { computedName } from './computed-texts.ts';

/** The computed series of some series, as panes and lists take them. */
export function useComputedSeries(all: readonly Series[]): readonly Series[] {
  const { computed } = useWorkstation();
  const list = useSyncExternalStore(computed.subscribe, () => computed.read());
  return useMemo(
    () =>
      list.flatMap((one) => {
        const source = all.find(({ uuid }) => uuid === one.source);
        return source === undefined ? [] : [asSeries(one, source)];
      }),
    [list, all],
  );
}

/** As far as it is like its source. The server has read nothing of it: no thumbnail, no volume, no uptake. */
export function asSeries({ uuid, recipe }: Computed, source: Series): Series {
  const { reading } = source;
  const facts = reading?.facts ?? null;
  const slices = recipe.kind === 'frames' ? recipe.frames : recipe.positions.length;
  return {
    ...source,
    uuid,
    seriesDescription: computedName(recipe, source.seriesDescription),
    acquisition_code: null,
    volumes: [],
    reading: reading && {
      ...reading,
      facts: facts && { ...withoutSuv(facts), slices },
      grid: recipe.kind !== 'frames' && reading.grid ? { ...reading.grid, noVolume: null } : reading.grid,
    },
  };
}

function withoutSuv(facts: SeriesFacts): SeriesFacts {
  const { suv: _, ...kept } = facts;
  return kept;
}
