import type { ListedRole } from '#contract/roles.ts';

/** What a person may give and take (docs/decisions/311-roles-are-data.md); the server checks it again. */
export interface OwnReach {
  /** Whether this permission is theirs to give and to take. */
  has(permission: string): boolean;
  /** Whether this role is theirs to change at all. */
  covers(role: Pick<ListedRole, 'permissions'>): boolean;
}

export function ownReach(permissions: ReadonlySet<string>): OwnReach {
  const has = (permission: string) => permissions.has('admin') || permissions.has(permission);
  return { has, covers: (role) => role.permissions.every(has) };
}
