import type { Selectable } from 'kysely';
import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { StudyTable } from '#server/db/schema.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { changeWorkOnStudy } from '#server/rules/studies/change-work.ts';
import { requireStudyRow } from '#server/rules/studies/studies.ts';

/**
 * As `changeWorkOnStudy`. The study and its patient are locked as well, in that order: a file that is read meanwhile may move the study, with its lesions, to
 * another patient.
 */
export async function changeLesions<T>(
  context: ServerContext,
  caller: Member,
  study: string,
  change: (tx: Writer, study: Selectable<StudyTable>, now: number) => Promise<{ isChanged: boolean; answer: T }>,
): Promise<T> {
  const lockStudy = (tx: Writer) =>
    tx.selectFrom('study').select('id').where('uuid', '=', study).where('team_id', '=', caller.teamId).$call(lockRows(tx)).execute();
  return changeWorkOnStudy(context, caller, { study, kind: 'lesion', lockFirst: lockStudy }, async (tx, _, now) => {
    const row = await requireStudyRow(tx, caller, study);
    await tx.selectFrom('patient').select('id').where('id', '=', row.patient_id).$call(lockRows(tx)).execute();
    return change(tx, row, now);
  });
}
