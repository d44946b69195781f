import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Registration } from '#contract/registrations.ts';
import type { Session } from '#model/session.ts';
import { registrationsKey } from '#sync/registrations-key.ts';
import { useSession } from '#ui/session-context.tsx';
import { showFailure } from '#ui/toasts.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { REGISTRATION_TEXTS as TEXTS } from './registration-texts.ts';
import { waysOf } from './ways-of.ts';

/** How often the progress of one that has not ended is asked for: the news tell only of its end. */
const PROGRESS_EVERY_MS = 2_000;

/** PCALL-186. Readable offline once seen. */
export function useRegistrations(study: string): UseQueryResult<Registration[]> {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: registrationsKey(team?.slug ?? null, study),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.registrations, { params: { uuid: study }, signal, quiet: true })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'queued' || state === 'running') ? PROGRESS_EVERY_MS : false,
  });
}

/** Those that are done, into the station: panes follow them. */
export function useKnownRegistrations(study: string): void {
  const { station } = useWorkstation();
  const { data } = useRegistrations(study);
  useEffect(() => {
    if (data !== undefined) station.act({ act: 'registered', ways: waysOf(data) });
  }, [station, data]);
}

interface ChangeRegistrations {
  make(asked: { fixed: string; moving: string }): Promise<void>;
  remove(registration: Registration): Promise<void>;
}

/** Both need the server: a registration is computed there. */
export function useChangeRegistrations(study: string): ChangeRegistrations {
  const client = useQueryClient();
  const { team } = useSession<Session>();
  const refresh = () => client.invalidateQueries({ queryKey: registrationsKey(team?.slug ?? null, study) });
  return {
    async make(body) {
      const params = { uuid: study, registration: crypto.randomUUID() };
      const made = await callApi(CALLS.makeRegistration, { params, body });
      if (!made.ok) showFailure(TEXTS.notMade);
      await refresh();
    },
    async remove({ uuid }) {
      const removed = await callApi(CALLS.deleteRegistration, { params: { uuid: study, registration: uuid } });
      if (!removed.ok) showFailure(TEXTS.deleted);
      await refresh();
    },
  };
}
