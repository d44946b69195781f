import type { ExpressionBuilder } from 'kysely';
import type { Permission } from '#contract/permissions.ts';
import { KEY_PERMISSIONS, PERMISSIONS, ROLE } from '#contract/permissions.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { appendChange } from '#server/rules/changes.ts';
import type { Connections } from '#server/rules/connections.ts';
import { Refusal } from '#server/rules/context.ts';
import { tellNotified, type Notified } from '#server/rules/notifications/notify.ts';
import { releaseTasksOf } from '#server/rules/tasks/release-tasks.ts';
import { lockTeam } from './locks.ts';
import { endTokensOfMember } from '#server/rules/uploads/upload-tokens.ts';
import type { Caller, Member, ServerContext } from '#server/rules/context.ts';

export { isMemberLocked, lockTeam } from './locks.ts';

/**
 * A user's rights in a team: those of the role there, and for a platform administrator, who must be a member as well, also those of role 6.
 * In a suspended team nobody can read or write: its members get a specific refusal, and others learn nothing of it.
 */
export async function findMember(db: Reader, caller: Caller, teamSlug: string): Promise<Member | null> {
  const row = await db
    .selectFrom('membership')
    .innerJoin('team', 'team.id', 'membership.team_id')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select(['team.id as teamId', 'team.slug as teamSlug', 'membership.role_id as roleId', 'user.platform_admin as platformAdmin'])
    .select('team.suspended_at as suspendedAt')
    .where('team.slug', '=', teamSlug)
    .where('user.id', '=', caller.userId)
    .where(countsAsMember)
    .where('user.disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return findApiUser(db, caller, teamSlug);
  if (row.suspendedAt !== null) throw new Refusal('team_suspended');
  const roleIds = row.platformAdmin === 1 ? [row.roleId, ROLE.platformAdministrator] : [row.roleId];
  return {
    userId: caller.userId,
    signInId: caller.signInId,
    teamId: row.teamId,
    teamSlug: row.teamSlug,
    permissions: new Set(await permissionsOfRoles(db, roleIds)),
  };
}

/**
 * The rights of an API user, which is a member of no team: those of its own that the person who vouches for it still has there. So a key
 * never allows more than a person answers for, and ends with that person's membership (docs/decisions/383-api-users.md).
 */
async function findApiUser(db: Reader, caller: Caller, teamSlug: string): Promise<Member | null> {
  const row = await db
    .selectFrom('api_user')
    .innerJoin('team', 'team.id', 'api_user.team_id')
    .select(['api_user.permissions', 'api_user.vouched_by'])
    .where('api_user.user_id', '=', caller.userId)
    .where('api_user.revoked_at', 'is', null)
    .where('team.slug', '=', teamSlug)
    .executeTakeFirst();
  if (row === undefined || row.vouched_by === null) return null;
  const person = await findMember(db, { userId: row.vouched_by, signInId: caller.signInId }, teamSlug);
  if (person === null) return null;
  const own = new Set(JSON.parse(row.permissions) as Permission[]);
  return {
    ...person,
    userId: caller.userId,
    permissions: new Set(KEY_PERMISSIONS.filter((one) => own.has(one) && person.permissions.has(one))),
  };
}

/**
 * "Member" includes a verified address (contract.md §1). A user who joined with the token of the team's own invitation is a member of that
 * team even without one: the team gave the token to the person it meant, and no other team has to trust it (docs/decisions/313).
 */
export function countsAsMember(eb: ExpressionBuilder<Pick<Schema, 'membership' | 'user'>, 'membership' | 'user'>) {
  return eb.or([eb('user.email_verified_at', 'is not', null), eb('membership.with_token', '=', 1)]);
}

/** For calls that identify the user and need nothing of the team: there a suspended team just grants no rights. */
export async function findMemberOfOpenTeam(db: Reader, caller: Caller, teamSlug: string): Promise<Member | null> {
  try {
    return await findMember(db, caller, teamSlug);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'team_suspended') return null;
    throw error;
  }
}

async function permissionsOfRoles(db: Reader, roleIds: readonly number[]): Promise<Permission[]> {
  const rows = await db.selectFrom('role_permission').select('permission').where('role_id', 'in', roleIds).execute();
  const held = new Set(rows.map((row) => row.permission));
  return PERMISSIONS.filter((permission) => held.has(permission));
}

/** Context for a change of rights, with what must be announced once it is committed. */
export interface RightsContext extends Pick<ServerContext, 'db' | 'news' | 'now'> {
  connections: Connections;
}

/** The result of a change of rights: whose rights changed, and the new ends of the change logs that record it. */
export interface RightsChange {
  userIds: number[];
  logged?: { teamId: number; seq: number }[];
  /** Notifications of the members who are left. */
  notified?: Notified[];
}

/** Makes somebody a member, or gives a member another role. */
export async function saveMembership(
  context: RightsContext,
  membership: { teamId: number; userId: number; roleId: number },
): Promise<void> {
  await changeRights(context, async (tx) => {
    const seq = await addMembership(tx, membership, context.now());
    return { userIds: [membership.userId], logged: [{ teamId: membership.teamId, seq }] };
  });
}

export async function removeMembership(context: RightsContext, { teamId, userId }: { teamId: number; userId: number }): Promise<void> {
  await changeRights(context, async (tx) => {
    await lockTeam(tx, teamId);
    return deleteMembership(tx, { teamId, userId }, context.now());
  });
}

/** Deletes only the row, for a transaction that has already checked the team. */
export async function deleteMembership(
  tx: Writer,
  { teamId, userId }: { teamId: number; userId: number },
  now: number,
): Promise<RightsChange> {
  const { numDeletedRows } = await tx
    .deleteFrom('membership')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return { userIds: [] };
  await endTokensOfMember(tx, { teamId, userId });
  // Nobody else sees them, and a search in them may be the name of a patient.
  await tx.deleteFrom('saved_view').where('team_id', '=', teamId).where('user_id', '=', userId).where('of_team', '=', 0).execute();
  await tx.deleteFrom('layout').where('team_id', '=', teamId).where('user_id', '=', userId).execute();
  const seq = await appendChange(tx, { teamId, kind: 'membership', ref: String(userId), now });
  const released = await releaseTasksOf(tx, { teamId, userId, now });
  return { userIds: [userId], logged: [{ teamId, seq: released.seq ?? seq }], notified: released.notified };
}

/** As `lockTeam`, for changes of roles, which concern all teams: nobody is given a role while it changes. */
export async function lockTeams(tx: Writer): Promise<void> {
  await tx.selectFrom('team').select('id').orderBy('id').$call(lockRows(tx)).execute();
}

/**
 * Writes only the row, for a transaction that does more (set-up, demo): the caller updates the version and sends the news. Returns the
 * change's number.
 */
export async function addMembership(
  tx: Writer,
  membership: { teamId: number; userId: number; roleId: number; withToken?: boolean },
  now: number,
): Promise<number> {
  const { teamId, userId, roleId, withToken = false } = membership;
  await tx
    .insertInto('membership')
    .values({ team_id: teamId, user_id: userId, role_id: roleId, created_at: now, with_token: withToken ? 1 : 0 })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ role_id: membership.roleId }))
    .execute();
  return appendChange(tx, { teamId: membership.teamId, kind: 'membership', ref: String(membership.userId), now });
}

/** Makes a change of rights and announces it once it is committed. */
export async function changeRights(context: RightsContext, change: (tx: Writer) => Promise<RightsChange>): Promise<void> {
  const { versions, logged, notified } = await context.db.write(async (tx) => {
    const { userIds, logged: inLogs = [], notified: made = [] } = await change(tx);
    return { versions: await growVersions(tx, userIds), logged: inLogs, notified: made };
  });
  for (const { teamId, seq } of logged) context.news.toTeam(teamId, 'change', { seq });
  for (const each of notified) tellNotified(context.news, each);
  for (const { id, permission_version } of versions) {
    context.news.toUser(id, 'permission:updated', { permission_version });
    context.connections.recheckUser(id);
  }
}

async function growVersions(tx: Writer, userIds: readonly number[]): Promise<{ id: number; permission_version: number }[]> {
  const grown: { id: number; permission_version: number }[] = [];
  // In the order of their ids, so that two changes never deadlock.
  const ids = [...new Set(userIds)].sort((one, other) => one - other);
  for (const some of inPortions(ids)) {
    grown.push(
      ...(await tx
        .updateTable('user')
        .set((eb) => ({ permission_version: eb('permission_version', '+', 1) }))
        .where('id', 'in', some)
        .returning(['id', 'permission_version'])
        .execute()),
    );
  }
  return grown;
}
