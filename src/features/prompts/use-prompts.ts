import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';

/** PCALL-25. They are those of all teams; what was opened is kept on the device and read offline. */
export function usePrompts() {
  return useQuery({
    queryKey: ['ai-prompts'],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiPrompts, { signal })),
  });
}

/** After a change: the list is asked for again. */
export function useAskAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['ai-prompts'] });
}
