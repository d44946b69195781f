import { useEffect, useState } from 'react';
import type { Series } from '#contract/study-detail.ts';
import { positionsOf } from '#features/annotator/station/series-shape.ts';
import { isOpened } from '#features/annotator/station/series-store.ts';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { firstMask } from '#model/computed/frame-subtraction.ts';
import { distinctBValues, type FramesRecipe, type Recipe } from '#model/computed/recipe.ts';
import { isNoSlice, type NoSlice } from '#model/pictures/no-slice.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { sourceSlice } from './show-computed.ts';

/** What can be computed from a series: the first choice of each kind. */
export interface Offers {
  /** Its id in the worker. */
  from: number;
  recipes: readonly Recipe[];
  /** How many volumes it has; 0: its slices share no positions. */
  volumes: number;
  /** Series of the study that seem to have the same grid. */
  others: readonly Series[];
  /** How the values of a film relate to the beam. */
  relationship: 'LIN' | 'LOG' | null;
}

/** Null while nothing is known, and for series of which nothing can be computed. */
export function useOffers(source: Series, own: readonly Series[]): Offers | null {
  const open = useOpenSeries(source.uuid);
  const id = open !== null && isOpened(open.opened) && open.bricks === null ? open.opened.id : null;
  const positions = open !== null && id !== null && open.read === open.slices && open.unreadable === 0 ? positionsOf(open) : null;
  const bValues = useBValues(source.modalityCode === 'MR' ? id : null, positions);
  const film = useFilm(FILMS.includes(source.modalityCode) ? id : null);
  const others = id === null ? [] : own.filter((one) => isLike(one, source));
  if (id === null || (positions === null && film === null && others.length === 0)) return null;
  const volumes = positions?.[0]?.length ?? 0;
  return {
    from: id,
    ...{ volumes, others },
    recipes: [
      ...(positions !== null && bValues.length > 1 ? [{ kind: 'adc', bValues, positions } as const] : []),
      ...(positions !== null && bValues.length > 2 ? [{ kind: 'adc-error', bValues, positions } as const] : []),
      ...(positions === null ? [] : [{ kind: 'volumes', volume: 1, minus: 0, positions } as const]),
      ...(film === null ? [] : [film.recipe]),
    ],
    relationship: film?.relationship ?? null,
  };
}

/** Its voxels may lie at the same places, by what the server has read. */
function isLike(one: Series, source: Series): boolean {
  const [a, b] = [one.reading?.facts, source.reading?.facts];
  const isVolume = ({ reading, type }: Series): boolean => type === 'dcm' && reading?.grid?.noVolume === null;
  if (one.uuid === source.uuid || one.modalityCode !== source.modalityCode || !isVolume(one) || !isVolume(source) || !a || !b) return false;
  return a.rows === b.rows && a.columns === b.columns && a.slices === b.slices && !a.isColour && !b.isColour;
}

/** Films of X-rays: their frames are times. */
const FILMS: readonly string[] = ['XA', 'RF'];
const NONE: readonly number[] = [];

/** Different ones, if each volume has one. */
function useBValues(id: number | null, positions: readonly (readonly number[])[] | null): readonly number[] {
  const { pictures } = useWorkstation();
  const [found, setFound] = useState<{ of: unknown; bValues: readonly number[] } | null>(null);
  useEffect(() => {
    if (id === null || positions === null) return;
    let isWanted = true;
    bValuesOf(positions[Math.floor(positions.length / 2)]!, (slice) => pictures.get(id, slice))
      .then((bValues) => isWanted && setFound({ of: positions, bValues }))
      .catch(reportError);
    return () => {
      isWanted = false;
    };
  }, [pictures, id, positions]);
  return found !== null && found.of === positions ? found.bValues : NONE;
}

/** Of the slices at one position. */
async function bValuesOf(
  slices: readonly number[],
  pictureOf: (slice: number) => Promise<StoredSlice | NoSlice>,
): Promise<readonly number[]> {
  const bValues: (number | null)[] = [];
  for (const slice of slices) {
    const picture = await pictureOf(slice);
    bValues.push(isNoSlice(picture) ? null : picture.facts.diffusionBValue);
  }
  return distinctBValues(bValues);
}

interface Film {
  recipe: FramesRecipe;
  relationship: 'LIN' | 'LOG' | null;
}

/** The run that the active pane shows. */
function useFilm(id: number | null): Film | null {
  const { pictures, computed } = useWorkstation();
  const slice = useStation(({ panes, active }) => {
    const pane = panes[active]!;
    return sourceSlice(pane, computed.find(pane.series)?.recipe ?? null);
  });
  const [film, setFilm] = useState<{ id: number; of: Film | null } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    pictures
      .get(id, slice)
      .then((picture) => {
        if (!isWanted) return;
        const of = isNoSlice(picture) ? null : filmOf(picture, slice);
        setFilm((known) => (known?.id === id && known.of?.recipe.first === of?.recipe.first ? known : { id, of }));
      })
      .catch(reportError);
    return () => {
      isWanted = false;
    };
  }, [pictures, id, slice]);
  return film !== null && film.id === id ? film.of : null;
}

/** Null: a single image, or one in colour. */
export function filmOf({ frame, frameInFile, source: { frames }, frameSubtraction: told }: StoredSlice, slice: number): Film | null {
  if (frame.kind !== 'grey' || frames < 2) return null;
  const { maskFrames: mask, shift } = firstMask(told, frames);
  const relationship = told?.relationship ?? null;
  const first = slice - frameInFile;
  return { recipe: { kind: 'frames', first, frames, mask, shift, isIntensity: relationship === 'LIN' }, relationship };
}
