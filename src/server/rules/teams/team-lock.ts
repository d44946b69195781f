import type { Database } from '#server/db/database.ts';
import type { Member } from '#server/rules/context.ts';

/** Pages of the team apply it from their next start, or from their next request about the team. */
export async function saveTeamLock(db: Database, { teamId }: Member, minutes: number): Promise<void> {
  await db.write((tx) => tx.updateTable('team').set({ lock_minutes: minutes }).where('id', '=', teamId).execute());
}
