import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** Opened lists are stored on the device and readable offline; the team's change log says when to fetch them again. */
export const listKey = (name: 'team-members' | 'team-invitations' | 'team-roles', slug: string | undefined) =>
  [name, slug ?? null] as const;

const useSlug = () => useSession<Session>().team?.slug;

/** PCALL-11. */
export function useMembers(enabled = true) {
  return useQuery({
    enabled,
    queryKey: listKey('team-members', useSlug()),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.teamMembers, { signal })),
  });
}

/** PCALL-12. */
export function useInvitations() {
  return useQuery({
    queryKey: listKey('team-invitations', useSlug()),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.teamInvitations, { signal })),
  });
}

/** CALL-011: the roles that this user may assign. */
export function useRoles() {
  return useQuery({
    queryKey: listKey('team-roles', useSlug()),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.roleList, { signal })),
  });
}
