import type { ListedRole } from '#contract/roles.ts';

/** What a user may grant and revoke (docs/decisions/318-role-scopes.md); the server checks it again. */
export interface OwnReach {
  /** Whether they may grant and revoke this permission. */
  has(permission: string): boolean;
  /** Whether they may change this role: those of the server are for platform administrators. */
  owns(role: Pick<ListedRole, 'team_id'>): boolean;
  /** Whether they have all its permissions, without which they cannot change it. */
  covers(role: Pick<ListedRole, 'permissions'>): boolean;
}

export function ownReach(permissions: ReadonlySet<string>, serverRoles: boolean): OwnReach {
  const has = (permission: string) => permissions.has('admin') || permissions.has(permission);
  return { has, owns: (role) => serverRoles || !isOfServer(role), covers: (role) => role.permissions.every(has) };
}

/** In force in every team. */
export function isOfServer({ team_id: teamId }: Pick<ListedRole, 'team_id'>): boolean {
  return teamId === null || teamId === undefined;
}
