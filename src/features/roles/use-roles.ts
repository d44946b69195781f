import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import type { ListedRole } from '#contract/roles.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** Opened lists are stored on the device and readable offline; the team's change log says when to fetch them again. */
const rolesKey = (slug: string | undefined) => ['roles', slug ?? null] as const;

/** PCALL-26. */
export function useRoles() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: rolesKey(team?.slug),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.roles, { signal })),
  });
}

/** PCALL-27. */
export function usePermissionList() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['permission-list', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.permissionList, { signal })),
  });
}

interface ShowRoles {
  /** A role as the server returned it. */
  show: (role: ListedRole) => Promise<void>;
  hide: (id: number) => Promise<void>;
  /** A refusal means that the screen may be outdated. */
  askAgain: () => void;
}

/** The server decides; then the list is updated, and then the session, which holds the user's own permissions. */
export function useShowRoles(): ShowRoles {
  const { team, reload } = useSession<Session>();
  const client = useQueryClient();
  const key = rolesKey(team?.slug);

  async function put(next: (roles: readonly ListedRole[]) => ListedRole[]) {
    // A list requested earlier would bring back the old state.
    await client.cancelQueries({ queryKey: key });
    client.setQueryData<AnswerOf<Calls['roles']>>(key, (list) => list && { ...list, data: next(list.data) });
    void client.invalidateQueries({ queryKey: key });
    void reload();
  }

  return {
    show: (role) => put((roles) => withRole(roles, role)),
    hide: (id) => put((roles) => roles.filter((role) => role.id !== id)),
    askAgain: () => void client.invalidateQueries({ queryKey: key }),
  };
}

/** Of two answers in the wrong order the newer one is kept. */
export function withRole(roles: readonly ListedRole[], role: ListedRole): ListedRole[] {
  const known = roles.find(({ id }) => id === role.id);
  if (known !== undefined && known.version > role.version) return [...roles];
  return [...roles.filter(({ id }) => id !== role.id), role].sort((one, other) => one.id - other.id);
}
