import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { transferFunctionsQuery } from '#api/transfer-functions-query.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** Those of the team and the shipped ones (PCALL-19). The viewer asks the same. Stored on the device and readable offline. */
export function useTransferFunctions() {
  const { team } = useSession<Session>();
  return useQuery(transferFunctionsQuery(team?.slug ?? null));
}

/** Codes of the modalities (CALL-036). The query is shared with the filters of studies. */
export function useModalities(): readonly string[] {
  const { team } = useSession<Session>();
  const { data = [] } = useQuery({
    queryKey: ['modalities', team?.slug ?? null],
    queryFn: async () => valueOf(await callApi(CALLS.modalities, { quiet: true })).data,
  });
  return data.map(({ code }) => code);
}

/** After a change, the list is requested again. */
export function useAskAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['transfer-functions'] });
}
