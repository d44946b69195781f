import { activityToStore, agoMsOf } from './activity-stored.ts';
import type { Caller, Member, ServerContext } from '#server/rules/context.ts';

/** Enough for fast clicking, then twelve a minute; further entries are dropped. */
export const ACTIVITY_AT_ONCE = 120;
const ONE_MORE_EVERY_MS = 5_000;
const MOST_KEPT = 50_000;

/** How much each sign-in may still add. In memory: several processes count separately. */
export interface ActivityLimits {
  take(signInId: number, now: number): boolean;
}

export function createActivityLimits(): ActivityLimits {
  /** When the last accepted entry would have had its turn. */
  const turnBySignIn = new Map<number, number>();
  return {
    take(signInId, now) {
      const turn = Math.max(turnBySignIn.get(signInId) ?? 0, now - ACTIVITY_AT_ONCE * ONE_MORE_EVERY_MS) + ONE_MORE_EVERY_MS;
      if (turn > now) return false;
      turnBySignIn.delete(signInId);
      turnBySignIn.set(signInId, turn);
      if (turnBySignIn.size > MOST_KEPT) turnBySignIn.delete(turnBySignIn.keys().next().value!);
      return true;
    },
  };
}

/** CALL-005. Nothing is refused: a user must not learn which entries were dropped, and the client would not read the answer (AUTH-24). */
export async function recordActivity(
  { db, now }: ServerContext,
  caller: Caller & { team: Member | null },
  asked: { type: string; path: string; data: string },
  limits: ActivityLimits,
): Promise<void> {
  const at = now();
  if (!limits.take(caller.signInId, at)) return;
  await db.write((tx) =>
    tx
      .insertInto('activity_entry')
      .values({
        sign_in_id: caller.signInId,
        user_id: caller.userId,
        team_id: caller.team?.teamId ?? null,
        created_at: at - agoMsOf(asked.data),
        ...activityToStore(asked),
      })
      // Sent again because the answer was lost.
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .execute(),
  );
}
