import type { ListedRole, RoleScope } from '#contract/roles.ts';
import { isOfServer } from './own-reach.ts';

/** The values of a role form, and the role that it started from; null for a new one. */
export interface RoleDraft {
  base: ListedRole | null;
  /** Chosen for a new one, then fixed. */
  scope: RoleScope;
  name: string;
  invitable: boolean;
  permissions: ReadonlySet<string>;
}

/** Everybody has the dashboard (PERM-13). */
const FIRST_PERMISSIONS = ['r:dashboard'];

export function draftOf(role: ListedRole | null): RoleDraft {
  return {
    base: role,
    scope: role !== null && isOfServer(role) ? 'server' : 'team',
    name: role?.name ?? '',
    invitable: role?.invitable ?? true,
    permissions: new Set(role?.permissions ?? FIRST_PERMISSIONS),
  };
}

export function isChanged({ base, name, invitable, permissions }: RoleDraft): boolean {
  const before = draftOf(base);
  return name.trim() !== before.name || invitable !== before.invitable || !isSameSet(permissions, before.permissions);
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}

export function withPermission(draft: RoleDraft, permission: string, held: boolean): RoleDraft {
  const permissions = new Set(draft.permissions);
  if (held) permissions.add(permission);
  else permissions.delete(permission);
  return { ...draft, permissions };
}

/**
 * The state of a form relative to the current role: `same`, `older` if the role has changed since, `gone` if it was deleted. A form without
 * edits follows the role.
 */
export function standOf(draft: RoleDraft, roles: readonly ListedRole[]): { stand: 'same' | 'older' | 'gone'; now: ListedRole | null } {
  if (draft.base === null) return { stand: 'same', now: null };
  const now = roles.find(({ id }) => id === draft.base?.id) ?? null;
  if (now === null) return { stand: 'gone', now };
  return { stand: now.version === draft.base.version ? 'same' : 'older', now };
}
