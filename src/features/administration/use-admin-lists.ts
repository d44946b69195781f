import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import type { InvitationSearch, PeopleSearch } from '#contract/calls/administration-calls.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

export type AdminList = 'admin-users' | 'admin-teams' | 'admin-invitations' | 'admin-actings' | 'xr-sessions' | 'xr-workers';

/** Opened lists are stored sealed on the device and readable offline. Search terms stay here: no URL contains part of an address. */
export const adminKey = (list: AdminList, slug: string | undefined) => [list, slug ?? null] as const;

export const useSlug = () => useSession<Session>().team?.slug;

/** PCALL-28. */
export function usePeople(asked: PeopleSearch) {
  return useQuery({
    queryKey: [...adminKey('admin-users', useSlug()), asked],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.users, { body: asked, signal })),
    placeholderData: keepPreviousData,
  });
}

/** PCALL-32. */
export function useTeams(asked: { search: string; page: number }) {
  return useQuery({
    queryKey: [...adminKey('admin-teams', useSlug()), asked],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.allTeams, { query: asked, signal })),
    placeholderData: keepPreviousData,
  });
}

/** PCALL-31. */
export function useAllInvitations(asked: InvitationSearch) {
  return useQuery({
    queryKey: [...adminKey('admin-invitations', useSlug()), asked],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.allInvitations, { body: asked, signal })),
    placeholderData: keepPreviousData,
  });
}
