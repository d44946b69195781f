import { randomUUID } from 'node:crypto';
import type { Writer } from '#server/db/database.ts';

interface Move {
  studyIds: readonly number[];
  from: number;
  to: number;
}

/**
 * Studies have moved to another patient; both patients are locked. A lesion goes along if everything that is said of it is in these studies. If
 * something is said elsewhere too, the other patient gets a lesion of their own with these findings. Numbers are given anew, after those that are taken.
 * A chosen baseline goes along with its study, unless one was chosen for the other patient.
 */
export async function moveLesions(tx: Writer, { studyIds, from, to }: Move): Promise<void> {
  await moveBaseline(tx, { studyIds, from, to });
  const lesions = await tx.selectFrom('lesion').selectAll().where('patient_id', '=', from).orderBy('number').execute();
  if (lesions.length === 0) return;
  const findings = await tx
    .selectFrom('lesion_finding')
    .select(['id', 'lesion_id', 'study_id'])
    .where(
      'lesion_id',
      'in',
      lesions.map(({ id }) => id),
    )
    .execute();
  const stays = await tx.selectFrom('study').select('id').where('patient_id', '=', from).execute();
  let number = await lastNumber(tx, to);
  for (const lesion of lesions) {
    const said = findings.filter((finding) => finding.lesion_id === lesion.id);
    const moved = said.filter((finding) => studyIds.includes(finding.study_id));
    const goes = said.length > 0 ? moved.length === said.length : studyIds.includes(lesion.study_id ?? 0);
    if (goes || stays.length === 0) {
      number += 1;
      await tx.updateTable('lesion').set({ patient_id: to, number }).where('id', '=', lesion.id).execute();
    } else if (moved.length > 0) {
      number += 1;
      const { id: _, ...rest } = lesion;
      const { id } = await tx
        .insertInto('lesion')
        .values({ ...rest, uuid: randomUUID(), patient_id: to, study_id: moved[0]!.study_id, number })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('lesion_finding')
        .set({ lesion_id: id })
        .where(
          'id',
          'in',
          moved.map((finding) => finding.id),
        )
        .execute();
    }
  }
}

async function moveBaseline(tx: Writer, { studyIds, from, to }: Move): Promise<void> {
  const chosen = tx.selectFrom('follow_up_baseline').select(['id', 'study_id']);
  const row = await chosen.where('patient_id', '=', from).executeTakeFirst();
  if (row === undefined || row.study_id === null || !studyIds.includes(row.study_id)) return;
  const other = await chosen.where('patient_id', '=', to).executeTakeFirst();
  if (other === undefined) await tx.updateTable('follow_up_baseline').set({ patient_id: to }).where('id', '=', row.id).execute();
  else await tx.deleteFrom('follow_up_baseline').where('id', '=', row.id).execute();
}

async function lastNumber(tx: Writer, patientId: number): Promise<number> {
  const { number } = await tx
    .selectFrom('lesion')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.val(0)).as('number'))
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
  return Number(number);
}
