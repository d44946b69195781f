import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { isGone } from '#api/failure-status.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { flowsAddressToQuery, type FlowsAddress } from './flows-address.ts';

/** One page of the list (PCALL-24). Opened pages are stored on the device and readable offline. */
export function useFlows(address: FlowsAddress) {
  const { team } = useSession<Session>();
  const query = flowsAddressToQuery(address);
  return useQuery({
    queryKey: ['flows', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.flows, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** One flow with its steps. */
export function useFlow(id: number | null) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['flow', team?.slug ?? null, id],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.flow, { params: { id: String(id) }, signal })).data,
    retry: (failures, error) => !isGone(error) && failures < 1,
    enabled: id !== null,
  });
}

/** After a change, flows are requested again. */
export function useFlowsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(['flows', 'flow', 'pipeline'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
