import { administersTeam, OVER_PEOPLE, PERMISSIONS } from '#contract/permissions.ts';
import type { Permission } from '#contract/permissions.ts';
import type { RoleOption } from '#contract/members.ts';
import type { Reader } from '#server/db/database.ts';
import type { Member } from '#server/rules/context.ts';

/** Roles belong to the server, and apply in every team, or to one team (docs/decisions/318-role-scopes.md). */
export interface Role {
  id: number;
  /** Null: a role of the server. */
  teamId: number | null;
  name: string;
  invitable: boolean;
  builtIn: boolean;
  version: number;
  permissions: readonly Permission[];
}

/** Roles of the server and of all teams by id, with their permissions. */
export async function allRoles(db: Reader): Promise<Role[]> {
  const roles = await db.selectFrom('role').selectAll().where('deleted_at', 'is', null).orderBy('id').execute();
  const held = await db.selectFrom('role_permission').select(['role_id', 'permission']).execute();
  return roles.map(({ id, team_id: teamId, name, invitable, built_in: builtIn, version }) => {
    const own = new Set(held.filter((row) => row.role_id === id).map((row) => row.permission));
    const permissions = PERMISSIONS.filter((permission) => own.has(permission));
    return { id, teamId, name, invitable: invitable === 1, builtIn: builtIn === 1, version, permissions };
  });
}

/** The roles that this member may grant, as the page lists them (CALL-011, ODD-28). */
export async function rolesToGive(db: Reader, member: Member): Promise<RoleOption[]> {
  return (await rolesGivenBy(db, member)).map(({ id, name }) => ({ id, name }));
}

export async function rolesGivenBy(db: Reader, member: Member): Promise<Role[]> {
  return (await allRoles(db)).filter((role) => mayGive(member, role));
}

/**
 * Nobody grants rights that they lack themselves, some roles cannot be granted in a team at all, and the role of a team cannot be granted
 * in another.
 */
export function mayGive(member: Member, role: Pick<Role, 'teamId' | 'invitable' | 'permissions'>): boolean {
  return role.invitable && isIn(role, member.teamId) && hasRightsOf(member, role);
}

/** Whether somebody can hold the role in this team. */
export function isIn({ teamId: of }: Pick<Role, 'teamId'>, teamId: number): boolean {
  return of === null || of === teamId;
}

/** A platform administrator has the rights of every role: otherwise nobody could restore a right taken from role 6. */
export function hasRightsOf(member: Member, role: Pick<Role, 'permissions'>): boolean {
  return member.permissions.has('admin') || role.permissions.every((permission) => member.permissions.has(permission));
}

/** Whether holders can admit people, or change what they may do. */
export function rulesOverPeople(role: Pick<Role, 'permissions'>): boolean {
  return role.permissions.some((permission) => OVER_PEOPLE.has(permission));
}

/** Whether holders may manage the members of a team and invite more: without one of them nobody could ever join. */
export function isAdministrator(role: Pick<Role, 'permissions'>): boolean {
  return administersTeam(new Set(role.permissions));
}

/** Whether a caller is an administrator of the team. */
export function administers({ permissions }: Pick<Member, 'permissions'>): boolean {
  return administersTeam(permissions);
}

/** OQ-03: what somebody else created is deleted only by an administrator of the team. */
export function mayDeleteWorkOf(createdBy: number | null, caller: Pick<Member, 'userId' | 'permissions'>): boolean {
  return createdBy === caller.userId || administers(caller);
}
