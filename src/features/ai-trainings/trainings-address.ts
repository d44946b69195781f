import { TrainingState } from '#contract/ai/trainings.ts';
import { numberIn } from '#model/addresses/number-in.ts';

/** The part of the list that is in the address, so that back, reload and sharing work. */
export interface TrainingsAddress {
  page: number;
  state: TrainingState | null;
  /** Id of a model. */
  model: number | null;
}

export const ALL_TRAININGS: TrainingsAddress = { page: 1, state: null, model: null };

/** Invalid values are ignored. */
export function parseTrainingsAddress({ page, state, model }: Record<string, unknown>): TrainingsAddress {
  return { page: numberIn(page) ?? 1, state: TrainingState.safeParse(state).data ?? null, model: numberIn(model) };
}

/** Default values are left out. */
export const trainingsAddressToQuery = ({ page, state, model }: TrainingsAddress) => ({
  ...(page > 1 && { page }),
  ...(state !== null && { state }),
  ...(model !== null && { model }),
});
