import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import type { StudyProposals } from '#contract/ai/inferences.ts';
import { CALLS } from '#contract/calls.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { shownProposals } from '#model/ai/shown-proposals.ts';
import type { Session } from '#model/session.ts';
import { proposalsKey } from '#sync/proposals-key.ts';
import { useSession } from '#ui/session-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { DeviceRunState } from './device-runs.ts';
import type { ProposalState } from './proposal-store.ts';

/** PCALL-160 with the decisions that wait on this device, into the store of the workstation. Readable offline once seen, or kept with a pinned study. */
export function useKnownProposals(db: LocalDb, study: string): StudyProposals | undefined {
  const { proposals } = useWorkstation();
  const { team, user } = useSession<Session>();
  const rows = useSavedWrites(db);
  const { data } = useQuery({
    queryKey: proposalsKey(team?.slug ?? null, study),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.proposals, { params: { uuid: study }, signal, quiet: true })),
  });
  const shown = useMemo(
    () =>
      data === undefined
        ? undefined
        : shownProposals(
            data.data,
            rows.map(({ write }) => write),
            user.name,
          ),
    [data, rows, user.name],
  );
  useEffect(() => {
    if (shown !== undefined) proposals.know(shown);
  }, [proposals, shown]);
  return data;
}

/** A part of the state. It must be the same value while it has not changed. */
export function useProposals<T>(part: (state: ProposalState) => T): T {
  const { proposals } = useWorkstation();
  return useSyncExternalStore(proposals.subscribe, () => part(proposals.read()));
}

/** The same of the models that run on this device. */
export function useDeviceRuns<T>(part: (state: DeviceRunState) => T): T {
  const { deviceRuns } = useWorkstation();
  return useSyncExternalStore(deviceRuns.subscribe, () => part(deviceRuns.read()));
}
