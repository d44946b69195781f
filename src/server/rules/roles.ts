import { PERMISSIONS } from '#contract/permissions.ts';
import type { Permission } from '#contract/permissions.ts';
import type { RoleOption } from '#contract/members.ts';
import type { Reader } from '#server/db/database.ts';
import type { Member } from './context.ts';

/**
 * Roles are of the server, in force in every team, or of one team (docs/decisions/318-roles-of-the-server-of-a-team-of-a-segmentation.md).
 */
export interface Role {
  id: number;
  /** Null: of the server. */
  teamId: number | null;
  name: string;
  invitable: boolean;
  builtIn: boolean;
  version: number;
  permissions: readonly Permission[];
}

/** Roles of the server and of all teams by id, with what each of them allows. */
export async function allRoles(db: Reader): Promise<Role[]> {
  const roles = await db.selectFrom('role').selectAll().where('deleted_at', 'is', null).orderBy('id').execute();
  const held = await db.selectFrom('role_permission').select(['role_id', 'permission']).execute();
  return roles.map(({ id, team_id: teamId, name, invitable, built_in: builtIn, version }) => {
    const own = new Set(held.filter((row) => row.role_id === id).map((row) => row.permission));
    const permissions = PERMISSIONS.filter((permission) => own.has(permission));
    return { id, teamId, name, invitable: invitable === 1, builtIn: builtIn === 1, version, permissions };
  });
}

/** The roles that this member may give to others (CALL-011, ODD-28). */
export async function rolesToGive(db: Reader, member: Member): Promise<RoleOption[]> {
  return (await allRoles(db)).filter((role) => mayGive(member, role)).map(({ id, name }) => ({ id, name }));
}

/** Nobody gives rights that they lack themselves, some roles are not given in a team at all, and the role of a team is given in no other. */
export function mayGive(member: Member, role: Pick<Role, 'teamId' | 'invitable' | 'permissions'>): boolean {
  return role.invitable && isIn(role, member.teamId) && hasRightsOf(member, role);
}

/** Whether somebody can hold the role in this team. */
export function isIn({ teamId: of }: Pick<Role, 'teamId'>, teamId: number): boolean {
  return of === null || of === teamId;
}

/** A platform administrator has those of every role: what was taken from role 6 could be given back by nobody else. */
export function hasRightsOf(member: Member, role: Pick<Role, 'permissions'>): boolean {
  return member.permissions.has('admin') || role.permissions.every((permission) => member.permissions.has(permission));
}

/** Who may look after the members of a team and ask for more: without one of them nobody could ever join. */
export function isAdministrator(role: Pick<Role, 'permissions'>): boolean {
  return role.permissions.includes('r:team') && role.permissions.includes('r:invitations');
}
