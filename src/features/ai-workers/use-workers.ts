import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { ASK_AGAIN_MS } from '#model/ai/asked-again.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** PCALL-164. Readable offline. Workers come, work and go by themselves. */
export function useWorkers() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-workers', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiWorkers, { signal })).data,
    refetchInterval: ASK_AGAIN_MS,
  });
}

export function useWorkersChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['ai-workers'] });
}

/** PCALL-36. Readable offline. */
export function useConfiguration() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-configuration', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.modelConfiguration, { signal })).data,
  });
}

export function useConfigurationChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['ai-configuration'] });
}

/** Models with a promoted version (PCALL-155). */
export function useRunnableModels() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-runnable', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.runnableModels, { signal })),
    // Those that correct by clicks run in the annotator only.
    select: ({ data }) => ({ data: data.filter(({ version }) => version.manifest.clicks !== true) }),
  });
}
