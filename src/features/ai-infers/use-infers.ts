import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { isGone } from '#api/failure-status.ts';
import { valueOf } from '#api/result.ts';
import type { AiInfer } from '#contract/ai/inferences.ts';
import { CALLS } from '#contract/calls.ts';
import { ASK_AGAIN_MS, infersAskedAgain } from '#model/ai/asked-again.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { infersAddressToQuery, type InfersAddress } from './infers-address.ts';

/** One page of the list (PCALL-22), of a batch if one is given. Opened pages are stored on the device and readable offline. */
export function useInfers(address: InfersAddress, batch: string | null = null) {
  const { team } = useSession<Session>();
  const query = { ...infersAddressToQuery(address), ...(batch !== null && { batch }) };
  return useQuery({
    queryKey: ['ai-infers', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiInfers, { query, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => infersAskedAgain(data && [data.counts]),
  });
}

/** Failed inferences of a batch, all pages. */
export function useFailedOf(batch: string, { enabled }: { enabled: boolean }) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-infers', team?.slug ?? null, { batch, state: 'failed', page: 'all' }],
    queryFn: async ({ signal }) => {
      const found: AiInfer[] = [];
      for (let page = 1; ; page++) {
        const answer = valueOf(await callApi(CALLS.aiInfers, { query: { batch, state: 'failed', page }, signal, quiet: true }));
        found.push(...answer.data);
        if (answer.data.length === 0 || page * answer.per_page >= answer.total) return { data: found };
      }
    },
    enabled,
  });
}

export function useInfer(id: number | null) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-infer', team?.slug ?? null, id],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.aiInfer, { params: { id: String(id) }, signal })).data,
    retry: (failures, error) => !isGone(error) && failures < 1,
    refetchInterval: ({ state: { data } }) => (data?.state === 'queued' || data?.state === 'running' ? ASK_AGAIN_MS : false),
    enabled: id !== null,
  });
}

/** The last hundred batches (PCALL-158). */
export function useBatches() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['ai-infer-batches', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.inferBatches, { signal })),
    refetchInterval: ({ state: { data } }) => infersAskedAgain(data?.data.map(({ counts }) => counts)),
  });
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

/** After a change, inferences and batches are requested again. */
export function useInfersChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(['ai-infers', 'ai-infer', 'ai-infer-batches'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
