import type { ListedRole } from '#contract/roles.ts';

/** What a person may give and take (docs/decisions/318-roles-of-the-server-of-a-team-of-a-segmentation.md); the server checks it again. */
export interface OwnReach {
  /** Whether this permission is theirs to give and to take. */
  has(permission: string): boolean;
  /** Whether this role is for them to change: one of the server is for who runs it. */
  owns(role: Pick<ListedRole, 'team_id'>): boolean;
  /** Whether they hold all that it allows, without which they change nothing of it. */
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
