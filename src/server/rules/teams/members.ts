import { dateToWire } from '#contract/dates.ts';
import type { TeamMember } from '#contract/members.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Member } from '#server/rules/context.ts';
import { addMembership, changeRights, deleteMembership, lockTeam } from './membership.ts';
import type { RightsChange, RightsContext } from './membership.ts';
import { allRoles, hasRightsOf, isAdministrator, mayGive } from './roles.ts';
import type { Role } from './roles.ts';

/** Members of a team by name, including disabled accounts: they still take up a place. */
export async function membersOf(db: Reader, teamId: number): Promise<TeamMember[]> {
  const rows = await memberRows(db, teamId).orderBy('user.name').orderBy('user.id').execute();
  return rows.map(toMember);
}

/** PCALL-11. Setting the same role again changes nothing. */
export async function changeMember(context: RightsContext, caller: Member, userId: number, roleId: number): Promise<TeamMember> {
  const { teamId } = caller;
  await changeRights(context, async (tx) => {
    const { roles, current } = await lookAt(tx, caller, userId);
    if (current === null) throw new Refusal('not_found');
    if (current.id === roleId) return { userIds: [] };
    const next = roles.find((role) => role.id === roleId);
    if (next === undefined || !mayGive(caller, next)) throw new Refusal('role_not_invitable');
    if (!hasRightsOf(caller, current)) throw new Refusal('not_allowed');
    if (!isAdministrator(next)) await keepAnAdministrator(tx, { teamId, userId, roles });
    const seq = await addMembership(tx, { teamId, userId, roleId }, context.now());
    return { userIds: [userId], logged: [{ teamId, seq }] };
  });
  const row = await memberRows(context.db.read, teamId).where('user.id', '=', userId).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return toMember(row);
}

/**
 * PCALL-11. Removing a person who is not a member (any more) succeeds: a repeated call answers the same, and reveals nothing about other
 * teams.
 */
export async function removeMember(context: RightsContext, caller: Member, userId: number): Promise<void> {
  const { teamId } = caller;
  await changeRights(context, async (tx) => {
    const { roles, current } = await lookAt(tx, caller, userId);
    if (current === null) return { userIds: [] };
    if (!hasRightsOf(caller, current)) throw new Refusal('not_allowed');
    await keepAnAdministrator(tx, { teamId, userId, roles });
    return deleteMembership(tx, { teamId, userId }, context.now());
  });
}

/** A member leaves, in a transaction that may do more. Leaving succeeds for a person who is not a member. */
export async function leaveTeam(
  tx: Writer,
  { teamId, userId, now }: { teamId: number; userId: number; now: number },
): Promise<RightsChange> {
  await lockTeam(tx, teamId);
  await keepAnAdministrator(tx, { teamId, userId, roles: await allRoles(tx) });
  return deleteMembership(tx, { teamId, userId }, now);
}

/**
 * The role of a member, with the team locked: of two administrators who remove each other at the same moment, the second finds itself the
 * last.
 */
async function lookAt(tx: Writer, caller: Member, userId: number): Promise<{ roles: Role[]; current: Role | null }> {
  await lockTeam(tx, caller.teamId);
  const roles = await allRoles(tx);
  const membership = await tx
    .selectFrom('membership')
    .select('role_id')
    .where('team_id', '=', caller.teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { roles, current: roles.find((role) => role.id === membership?.role_id) ?? null };
}

/** Refuses to leave a team without anybody who may manage it. A member who is not an administrator may always go. */
async function keepAnAdministrator(
  tx: Writer,
  { teamId, userId, roles }: { teamId: number; userId: number; roles: readonly Role[] },
): Promise<void> {
  const roleIds = new Set(roles.filter(isAdministrator).map((role) => role.id));
  const administrators = (await memberRows(tx, teamId).execute()).filter((one) => roleIds.has(one.role_id));
  if (!administrators.some((one) => one.id === userId)) return;
  if (!administrators.some((one) => one.id !== userId && isActive(one))) throw new Refusal('last_administrator');
}

function memberRows(db: Reader, teamId: number) {
  return db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .innerJoin('role', 'role.id', 'membership.role_id')
    .select([
      'user.id',
      'user.name',
      'user.email',
      'user.color',
      'user.disabled_at',
      'user.email_verified_at',
      'membership.with_token',
      'role.id as role_id',
      'role.name as role_name',
      'membership.created_at',
    ])
    .where('membership.team_id', '=', teamId);
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number];

function isActive(row: Pick<MemberRow, 'disabled_at' | 'email_verified_at' | 'with_token'>): boolean {
  return row.disabled_at === null && (row.email_verified_at !== null || row.with_token === 1);
}

function toMember(row: MemberRow): TeamMember {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    data: { color: row.color },
    role_id: row.role_id,
    role_name: row.role_name,
    active: isActive(row),
    created_at: dateToWire(new Date(row.created_at)),
  };
}
