import { skipToken, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { StudyDetail } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** The uuid of the study that an address names in some way (CALL-039); null until it is known. A study on this device needs no server. */
export function useCaseUuid(id: string) {
  const { team } = useSession<Session>();
  const slug = team?.slug ?? null;
  const kept = useQuery<StudyDetail>({ queryKey: ['study', slug, id], queryFn: skipToken });
  const found = useQuery({
    queryKey: ['case', slug, id],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.studyUuid, { body: { p: id }, signal })).uuid,
    enabled: kept.data === undefined,
  });
  return { ...found, uuid: kept.data?.uuid ?? found.data ?? null };
}
