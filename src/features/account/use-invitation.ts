import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS, type AnswerOf, type Calls } from '#contract/calls.ts';
import { InvitationToken } from '#contract/members.ts';

export type InvitationOfLink = AnswerOf<Calls['invitationOfLink']>;

/** Whether the text of a link can be a token. */
export function isWholeToken(token: string): boolean {
  return InvitationToken.safeParse(token).success;
}

/** The invitation of a link, fetched once: it stays on screen while it is used, although that ends it. */
export function useInvitation(token: string | null) {
  return useQuery({
    queryKey: ['invitation-of-link', token],
    enabled: token !== null && isWholeToken(token),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.invitationOfLink, { body: { token: token ?? '' }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: 'always',
    refetchOnWindowFocus: false,
  });
}
