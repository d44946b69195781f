import type { Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';

/**
 * A study, one of its series or their files changed: marks its row as changed for all lists, and adds it to the team's log. Returns the
 * log's number.
 */
export async function noteStudyChange(tx: Writer, change: { teamId: number; studyUuid: string; now: number }): Promise<number> {
  await tx.updateTable('study').set({ updated_at: change.now }).where('uuid', '=', change.studyUuid).execute();
  return appendChange(tx, { teamId: change.teamId, kind: 'study', ref: change.studyUuid, now: change.now });
}
