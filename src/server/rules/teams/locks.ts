import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';

/**
 * [Note: Order of locks]
 *
 * A transaction that locks several of these rows does it in this order: upload, user, team, membership, sign-in, head of the audit trail.
 * PostgreSQL ends one of those that wait for each other in a circle, and its client must ask again.
 */

/** Decisions that depend on who is in a team or invited to it are made one after the other. Taken before any other lock of the team. */
export async function lockTeam(tx: Writer, teamId: number): Promise<void> {
  await tx.selectFrom('team').select('id').where('id', '=', teamId).$call(lockRows(tx)).execute();
}

/** Whether somebody still acts in a team, fixed in the same way: also an API user, which is a member of none. */
export async function actsInTeamLocked(tx: Writer, who: { teamId: number; userId: number }): Promise<boolean> {
  return (await isMemberLocked(tx, who)) || (await apiUsersOf(tx, who).$call(lockRows(tx)).executeTakeFirst()) !== undefined;
}

export async function isApiUserOf(db: Reader, who: { teamId: number; userId: number }): Promise<boolean> {
  return (await apiUsersOf(db, who).executeTakeFirst()) !== undefined;
}

const apiUsersOf = (db: Reader, { teamId, userId }: { teamId: number; userId: number }) =>
  db.selectFrom('api_user').select('id').where('team_id', '=', teamId).where('user_id', '=', userId).where('revoked_at', 'is', null);

/** Whether somebody is a member, fixed until this transaction ends: a removal waits, or has already been done. */
export async function isMemberLocked(tx: Writer, { teamId, userId }: { teamId: number; userId: number }): Promise<boolean> {
  const membership = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .$call(lockRows(tx))
    .executeTakeFirst();
  return membership !== undefined;
}
