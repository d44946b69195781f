import type { StudyState } from '#contract/entities.ts';
import type { Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { studyState } from './studies-state.ts';

/**
 * A study, one of its series or their files changed: marks its row as changed for all lists, stores its state, and adds it to the team's log.
 * Every transaction that changes the state of a series ends with this. Returns the log's number.
 */
export async function noteStudyChange(tx: Writer, change: { teamId: number; studyUuid: string; now: number }): Promise<number> {
  // Locks the study, so that of two series that end at the same moment the second one sees the first.
  const study = await tx
    .updateTable('study')
    .set({ updated_at: change.now })
    .where('uuid', '=', change.studyUuid)
    .returning(['id', 'state'])
    .executeTakeFirst();
  if (study !== undefined) await storeState(tx, study);
  return appendChange(tx, { teamId: change.teamId, kind: 'study', ref: change.studyUuid, now: change.now });
}

async function storeState(tx: Writer, study: { id: number; state: StudyState }): Promise<void> {
  const states = await tx.selectFrom('series').select('state').distinct().where('study_id', '=', study.id).execute();
  const state = studyState(states.map((series) => series.state));
  if (state !== study.state) await tx.updateTable('study').set({ state }).where('id', '=', study.id).execute();
}
