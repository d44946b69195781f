import type { Writer } from '#server/db/database.ts';
import { appendChange } from './changes.ts';

/** A study, one of its series or their files changed: its row is new for every list, and the team's log says so. Gives the log's number. */
export async function noteStudyChange(tx: Writer, change: { teamId: number; studyUuid: string; now: number }): Promise<number> {
  await tx.updateTable('study').set({ updated_at: change.now }).where('uuid', '=', change.studyUuid).execute();
  return appendChange(tx, { teamId: change.teamId, kind: 'study', ref: change.studyUuid, now: change.now });
}
