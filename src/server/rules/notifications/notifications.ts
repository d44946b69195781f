import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { OPENING_A_CASE, type Notification, type NotificationPage } from '#contract/notifications.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { NotificationTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { findMember } from '#server/rules/teams/membership.ts';
import { studyToText } from '#server/rules/studies/study-text.ts';
import { permissionVersionOf } from '#server/rules/accounts/people.ts';

/** A notification belongs to one user in one team. For everybody else, and in every other team, it does not exist. */

/**
 * CALL-014. The number of stored notifications is limited (notify.ts), so a page is the beginning of the list, whatever its requested
 * length.
 */
export async function listNotifications(
  { db }: ServerContext,
  caller: Member,
  { per_page }: { per_page: number },
): Promise<NotificationPage> {
  // The version before the permissions: a list that is older than its version would never be refreshed.
  const permissionVersion = await permissionVersionOf(db.read, caller.userId);
  const member = await findMember(db.read, caller, caller.teamSlug);
  if (member === null) throw new Refusal('not_a_member');
  const rows = await ownNotifications(db.read, caller).orderBy('id', 'desc').limit(per_page).execute();
  const { count, unseen } = await countNotifications(db.read, caller);
  return { notifications: { data: rows.map(toWire), count, unseen }, permissionVersion, user_permission: [...member.permissions] };
}

/** CALL-015. */
export async function newNotifications({ db }: ServerContext, caller: Member, lastId: number): Promise<Notification[]> {
  const rows = await ownNotifications(db.read, caller).where('id', '>', lastId).orderBy('id', 'desc').execute();
  return rows.map(toWire);
}

/** CALL-016. A repeated call changes nothing and sends no second event. */
export async function seeNotification(
  { db, news, now }: ServerContext,
  caller: Member,
  { id, is_seen }: { id: number; is_seen: 0 | 1 },
): Promise<Notification> {
  const { row, hasChanged } = await db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notification')
      .set({ is_seen, updated_at: now() })
      .where('id', '=', id)
      .where('team_id', '=', caller.teamId)
      .where('user_id', '=', caller.userId)
      .where('is_seen', '!=', is_seen)
      .executeTakeFirst();
    return { row: await ownNotifications(tx, caller).where('id', '=', id).executeTakeFirst(), hasChanged: numUpdatedRows > 0n };
  });
  if (row === undefined) throw new Refusal('not_found');
  if (hasChanged) news.toMember(caller, 'notification:updated', { id, is_seen });
  return toWire(row);
}

/** CALL-017: all, or all up to the last one shown. */
export async function seeAllNotifications(
  { db, news, now }: ServerContext,
  caller: Member,
  { last_id: lastId }: { last_id?: number | undefined },
): Promise<void> {
  const seen = await db.write((tx) =>
    tx
      .updateTable('notification')
      .set({ is_seen: 1, updated_at: now() })
      .where('team_id', '=', caller.teamId)
      .where('user_id', '=', caller.userId)
      .where('is_seen', '=', 0)
      .$if(lastId !== undefined, (query) => query.where('id', '<=', lastId ?? 0))
      .returning('id')
      .execute(),
  );
  if (seen.length > 0) news.toMember(caller, 'notification:updated:all', { is_seen: 1, last_id: Math.max(...seen.map((row) => row.id)) });
}

async function countNotifications(db: Reader, caller: Member): Promise<{ count: number; unseen: number }> {
  return db
    .selectFrom('notification')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.countAll<number>().filterWhere('is_seen', '=', 0).as('unseen')])
    .where('team_id', '=', caller.teamId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirstOrThrow();
}

function ownNotifications(db: Reader | Writer, caller: Member) {
  return db.selectFrom('notification').selectAll().where('team_id', '=', caller.teamId).where('user_id', '=', caller.userId);
}

function toWire(row: Selectable<NotificationTable>): Notification {
  const { id, type_code, description, section, is_seen, url, model1_id, model2_id, model3_id } = row;
  const created_at = dateToWire(new Date(row.created_at));
  const updated_at = dateToWire(new Date(row.updated_at));
  const p = type_code in OPENING_A_CASE && model1_id !== null ? { p: studyToText(model1_id) } : {};
  return { id, type_code, description, section, is_seen, created_at, updated_at, url, model1_id, model2_id, model3_id, ...p };
}
