import { CALLS } from '#contract/calls.ts';
import { callApi } from './call-api.ts';
import { valueOf } from './result.ts';

/** Transfer functions of the team and the shipped ones (PCALL-19). Stored on the device, so that they are there offline. */
export function transferFunctionsQuery(team: string | null) {
  return {
    queryKey: ['transfer-functions', team],
    queryFn: async ({ signal }: { signal: AbortSignal }) => valueOf(await callApi(CALLS.transferFunctions, { signal })),
  };
}
