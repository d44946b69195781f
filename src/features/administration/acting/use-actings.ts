import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import type { AdminUser } from '#contract/administration.ts';
import { CALLS } from '#contract/calls.ts';
import { adminKey, useSlug } from '#features/administration/use-admin-lists.ts';

/** PCALL-222, newest first. */
export function useActings() {
  return useQuery({
    queryKey: adminKey('admin-actings', useSlug()),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.actings, { signal })),
  });
}

/** From the list of accounts, where somebody was chosen; null if that list is not on this device. */
export function useKnownUser(id: number | null): AdminUser | null {
  const queries = useQueryClient();
  if (id === null) return null;
  const lists = queries.getQueriesData<{ data: AdminUser[] }>({ queryKey: ['admin-users'] });
  return lists.flatMap(([, list]) => list?.data ?? []).find((user) => user.id === id) ?? null;
}

/** Whom a platform administrator can act as. */
export function isActable(user: AdminUser, selfId: number): boolean {
  return user.id !== selfId && !user.platform_admin && user.blocked_at === null;
}
