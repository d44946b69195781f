import type { NotificationType } from '#contract/notifications.ts';
import type { Writer } from '#server/db/database.ts';
import type { News } from '#server/rules/context.ts';
import { isMemberLocked, lockTeam } from '#server/rules/teams/locks.ts';

/**
 * A notification for a member. None of its texts carries patient data: a client that may see the study requests the name by the study's id.
 */
export interface Notice {
  teamId: number;
  userId: number;
  type: NotificationType;
  section: string;
  description: string;
  /** A path on the host of the team. */
  url: string;
  /** `model1_id` to `model3_id`, by type: see src/contract/notifications.ts. */
  models: readonly (number | null)[];
  /** Identifies the event: a repeated one is not notified again. */
  cause: string;
  now: number;
}

export interface Notified {
  teamId: number;
  userId: number;
  id: number;
}

const DAY_MS = 86_400_000;
/** How long a seen notification is kept. */
export const SEEN_DAYS = 30;
/** The most that a user has in a team; beyond it the oldest are removed, seen or not. */
export const MOST_NOTIFICATIONS = 200;

/**
 * Writes a notification in the transaction of its event; the result is sent after the commit (`tellNotified`). Nothing is written for a
 * user who is not a member of the team, or was already notified.
 *
 * Must be the last step of its transaction, after the team's change log has grown: the team stays locked until the commit, then the
 * membership, in the lock order of membership changes. So notifications become visible in the order of their ids, "after this id" misses
 * none, and a member who is being removed gets none.
 */
export async function notify(tx: Writer, notice: Notice): Promise<Notified | null> {
  const { teamId, userId } = notice;
  await lockTeam(tx, teamId);
  if (!(await isMemberLocked(tx, { teamId, userId }))) return null;
  const [model1_id = null, model2_id = null, model3_id = null] = notice.models;
  const made = await tx
    .insertInto('notification')
    .values({
      team_id: teamId,
      user_id: userId,
      type_code: notice.type,
      description: notice.description,
      section: notice.section,
      url: notice.url,
      model1_id,
      model2_id,
      model3_id,
      cause: notice.cause,
      is_seen: 0,
      created_at: notice.now,
      updated_at: notice.now,
    })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) return null;
  await forgetOld(tx, notice);
  return { teamId, userId, id: made.id };
}

/** SOCK-08, after the commit. */
export function tellNotified(news: News, notified: Notified | null): void {
  if (notified !== null) news.toMember(notified, 'notification:created', { id: notified.id });
}

async function forgetOld(tx: Writer, { teamId, userId, now }: Notice): Promise<void> {
  const own = tx.deleteFrom('notification').where('team_id', '=', teamId).where('user_id', '=', userId);
  await own
    .where('is_seen', '=', 1)
    .where('updated_at', '<', now - SEEN_DAYS * DAY_MS)
    .execute();
  const oldestKept = await tx
    .selectFrom('notification')
    .select('id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST_NOTIFICATIONS - 1)
    .executeTakeFirst();
  if (oldestKept !== undefined) await own.where('id', '<', oldestKept.id).execute();
}
