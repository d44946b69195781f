import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf, type ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { MaskRevision, SentMaskRevision } from '#contract/mask-revisions.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

export interface Revisions {
  /** The highest number first; null: they are not on this device. */
  list: readonly MaskRevision[] | null;
  /** The server can be reached: names are given and removed there. */
  canChange: boolean;
  /** Null if it is done. The same `revision` may be sent again. */
  name(revision: string, named: SentMaskRevision): Promise<ApiFailure | null>;
  remove(revision: string): Promise<ApiFailure | null>;
}

/** PCALL-105 to 107. The list is readable offline once seen. */
export function useRevisions(study: string, segmentation: string): Revisions {
  const { team, serverReachable } = useSession<Session>();
  const client = useQueryClient();
  const params = { uuid: study, segmentation };
  const query = revisionsQuery(team?.slug ?? null, study, segmentation);
  const { queryKey } = query;
  const { data } = useQuery(query);
  async function readAgain(answer: { ok: true } | { ok: false; failure: ApiFailure }): Promise<ApiFailure | null> {
    await client.invalidateQueries({ queryKey });
    return answer.ok ? null : answer.failure;
  }
  return {
    list: data ?? null,
    canChange: serverReachable,
    name: async (revision, body) =>
      readAgain(await callApi(CALLS.nameMaskRevision, { params: { ...params, revision }, body, quiet: true })),
    remove: async (revision) => readAgain(await callApi(CALLS.removeMaskRevision, { params: { ...params, revision }, quiet: true })),
  };
}

/** PCALL-105. */
export function revisionsQuery(team: string | null, study: string, segmentation: string) {
  return queryOptions({
    queryKey: ['mask-revisions', team, study, segmentation],
    queryFn: async ({ signal }) =>
      valueOf(await callApi(CALLS.maskRevisions, { params: { uuid: study, segmentation }, signal, quiet: true })).data,
  });
}
