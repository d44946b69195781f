import type { Database } from '#server/db/database.ts';
import type { Member } from './context.ts';

/** A page of the team knows it from its next start, or from its next look at the team. */
export async function saveTeamLock(db: Database, { teamId }: Member, minutes: number): Promise<void> {
  await db.write((tx) => tx.updateTable('team').set({ lock_minutes: minutes }).where('id', '=', teamId).execute());
}
