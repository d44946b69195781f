import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';

export const ASK_AGAIN_MS = 5_000;

/** PCALL-220. Of the whole server, so the same in every team. */
export function useInstallation() {
  return useQuery({
    queryKey: ['installation'],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.installationState, { signal })),
    refetchInterval: ASK_AGAIN_MS,
  });
}

/** PCALL-221. */
export function useRecognitionStatistics() {
  return useQuery({
    queryKey: ['recognition-statistics'],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.recognitionStatistics, { signal })),
  });
}
