import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';

/** PCALL-25. Prompts belong to all teams; opened ones are stored on the device and readable offline. */
export function usePrompts() {
  return useQuery({
    queryKey: ['ai-prompts'],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiPrompts, { signal })),
  });
}

/** After a change the list is fetched again. */
export function useAskAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['ai-prompts'] });
}
