import { MARK_COLOURS } from '#model/mark-colours.ts';
import type { ShownAnswer } from '#model/forms/shown-answers.ts';
import { isOn, sliceOf, type SlicePlace } from '#features/annotator/measure/slice-place.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { ownAnswers } from './own-answers.ts';
import { slicePlaceOf } from './use-place.ts';

/** A lesion with a position. */
export interface LesionMark {
  /** UUID of the form that it was answered in. */
  form: string;
  lesion: string;
  number: number;
  colour: string;
  place: SlicePlace;
  /** Pixels of the slice. */
  point: [number, number];
}

interface Wanted {
  /** UUID of the read that is answered; null: outside of one. */
  read: string | null;
  userId: number;
  /** The answer that is shown in place of the own ones. */
  other: ShownAnswer | null;
}

/** The lesions that are drawn. Those without a position are only in the form. */
export function lesionMarks(answers: readonly ShownAnswer[], { read, userId, other }: Wanted): LesionMark[] {
  const forms = [...new Set(answers.map(({ form }) => form))];
  const shown = other === null ? forms.flatMap((form) => ownAnswers(answers, { form, read, userId }).answer ?? []) : [other];
  return shown.flatMap(({ form, items }) =>
    items.flatMap(({ scope, uuid, number, place }): LesionMark[] => {
      const slice = place && slicePlaceOf(place);
      const point = place?.slice?.point ?? null;
      if (scope !== 'lesion' || slice === null || point === null) return [];
      return [{ form, lesion: uuid, number, colour: MARK_COLOURS[(number - 1) % MARK_COLOURS.length]!, place: slice, point }];
    }),
  );
}

/** Whether a lesion is on the slice that is shown, on the one before or after it, or on neither. */
export function nearnessOf(
  { place }: Pick<LesionMark, 'place'>,
  series: string,
  picture: StoredSlice,
  open: Pick<OpenSeries, 'gridHash' | 'gridSlices'> | null,
): 'here' | 'beside' | null {
  if (isOn(place, series, picture)) return 'here';
  return place.series === series && Math.abs(sliceOf(place, open) - picture.slice) === 1 ? 'beside' : null;
}
