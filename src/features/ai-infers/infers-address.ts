import { InferState } from '#contract/infers.ts';
import { numberIn } from '#model/addresses/number-in.ts';

/** The part of the list that is in the address, so that back, reload and sharing work. */
export interface InfersAddress {
  page: number;
  state: InferState | null;
  /** Id of a model. */
  model: number | null;
}

export const ALL_INFERS: InfersAddress = { page: 1, state: null, model: null };

/** Invalid values are ignored. */
export function parseInfersAddress({ page, state, model }: Record<string, unknown>): InfersAddress {
  return { page: numberIn(page) ?? 1, state: InferState.safeParse(state).data ?? null, model: numberIn(model) };
}

/** Default values are left out. */
export const infersAddressToQuery = ({ page, state, model }: InfersAddress) => ({
  ...(page > 1 && { page }),
  ...(state !== null && { state }),
  ...(model !== null && { model }),
});
