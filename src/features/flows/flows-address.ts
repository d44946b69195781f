import { FlowState } from '#contract/flows.ts';
import { numberIn } from '#model/addresses/number-in.ts';
import { isUuid } from '#model/uuid.ts';

/** The part of the list that is in the address, so that back, reload and sharing work. */
export interface FlowsAddress {
  page: number;
  state: FlowState | null;
  /** Id of a pipeline. */
  pipeline: number | null;
  /** UUID of a study. */
  study: string | null;
}

export const ALL_FLOWS: FlowsAddress = { page: 1, state: null, pipeline: null, study: null };

/** Invalid values are ignored. */
export function parseFlowsAddress({ page, state, pipeline, study }: Record<string, unknown>): FlowsAddress {
  return {
    ...{ page: numberIn(page) ?? 1, state: FlowState.safeParse(state).data ?? null, pipeline: numberIn(pipeline) },
    study: typeof study === 'string' && isUuid(study) ? study : null,
  };
}

/** Default values are left out. */
export const flowsAddressToQuery = ({ page, state, pipeline, study }: FlowsAddress) => ({
  ...(page > 1 && { page }),
  ...(state !== null && { state }),
  ...(pipeline !== null && { pipeline }),
  ...(study !== null && { study }),
});
