import { createHash, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { identityText, type PatientIdentity } from '#model/studies/patient-identity.ts';
import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { PatientTable, StudyTable } from '#server/db/schema.ts';
import { moveLesions } from '#server/rules/lesions/move-lesions.ts';

/**
 * [Note: Which patient a study is of]
 *
 * A new study is a patient of its own. Once a series was read, its study moves to the patient with the same identity in its files
 * (`identityText`), who is created if there is none. Merging and splitting are decisions of a person: afterwards no file moves the study.
 * The study is locked before the patient, and patients in the order of their IDs.
 */

/** The row of a new study: nothing is known of its patient yet. */
export async function createPatient(
  tx: Writer,
  { teamId, uuid = randomUUID(), sex = '', now }: { teamId: number; uuid?: string; sex?: string; now: number },
): Promise<number> {
  const texts = { patient_id: '', issuer: '', birth_date: '', sex };
  const { id } = await tx
    .insertInto('patient')
    .values({ uuid, team_id: teamId, ...texts, merged_into: null, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A series of the study was read. Repeating it changes nothing. */
export async function assignPatientOfFile(
  tx: Writer,
  { studyUuid, identity, now }: { studyUuid: string; identity: PatientIdentity; now: number },
): Promise<void> {
  const text = identityText(identity);
  if (text === null) return;
  const study = await tx
    .selectFrom('study')
    .select(['id', 'team_id', 'patient_id', 'patient_from'])
    .where('uuid', '=', studyUuid)
    .$call(lockRows(tx))
    .executeTakeFirst();
  if (study === undefined || study.patient_from === 'file') return;
  const key = createHash('sha256').update(text).digest('hex');
  const isFirst = await takeKey(tx, study, key);
  if (isFirst) await fillIn(tx, study.patient_id, identity, now);
  // A person has decided, so the files only complete the row.
  if (study.patient_from === 'person') return;
  await tx.updateTable('study').set({ patient_from: 'file' }).where('id', '=', study.id).execute();
  if (!isFirst) await moveStudies(tx, [study], { patientId: await patientOfKey(tx, study.team_id, key), now });
}

/** Moves studies that the transaction has locked, with their lesions. A patient who is left without studies is deleted: its texts are those of a person. */
export async function moveStudies(
  tx: Writer,
  studies: readonly Pick<Selectable<StudyTable>, 'id' | 'patient_id'>[],
  { patientId, now }: { patientId: number; now: number },
): Promise<void> {
  const ids = studies.map(({ id }) => id);
  await tx.updateTable('study').set({ patient_id: patientId }).where('id', 'in', ids).execute();
  await tx.updateTable('patient').set({ updated_at: now }).where('id', '=', patientId).execute();
  for (const [left, moved] of Map.groupBy(studies, ({ patient_id }) => patient_id)) {
    if (left === patientId) continue;
    await moveLesions(tx, { studyIds: moved.map(({ id }) => id), from: left, to: patientId });
    await removeIfEmpty(tx, left);
  }
}

/** After a study was moved or deleted. */
export async function removeIfEmpty(tx: Writer, patientId: number): Promise<void> {
  await tx
    .deleteFrom('patient')
    .where('id', '=', patientId)
    .where('merged_into', 'is', null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('study').select('study.id').where('study.patient_id', '=', patientId))))
    .execute();
}

/** The texts of a patient that are not known yet. */
export async function fillIn(tx: Writer, patientId: number, { patientId: id, issuer, birthDate, sex }: PatientIdentity, now: number) {
  const row = await tx.selectFrom('patient').selectAll().where('id', '=', patientId).executeTakeFirstOrThrow();
  await tx
    .updateTable('patient')
    .set({
      ...(row.patient_id === '' && { patient_id: short(id), issuer: short(issuer) }),
      ...(row.birth_date === '' && { birth_date: short(birthDate) }),
      ...(row.sex === '' && { sex: short(sex) }),
      updated_at: now,
    } satisfies Partial<Selectable<PatientTable>>)
    .where('id', '=', patientId)
    .execute();
}

/** LO and DA values are shorter (PS3.5 6.2); a file may contain anything. PostgreSQL stores no NUL. */
function short(text: string): string {
  return text.replaceAll('\0', '').trim().slice(0, 64);
}

/** Whether the key is new in the team: it belongs to the patient of this study then. */
async function takeKey(tx: Writer, study: Pick<Selectable<StudyTable>, 'team_id' | 'patient_id'>, key: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('patient_key')
    .values({ team_id: study.team_id, key, patient_id: study.patient_id })
    .onConflict((conflict) => conflict.columns(['team_id', 'key']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Locked, so that it is not merged or deleted before the study has moved to it. */
async function patientOfKey(tx: Writer, teamId: number, key: string): Promise<number> {
  for (;;) {
    const { patient_id: id } = await tx
      .selectFrom('patient_key')
      .select('patient_id')
      .where('team_id', '=', teamId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    const locked = await tx.selectFrom('patient').select('merged_into').where('id', '=', id).$call(lockRows(tx)).executeTakeFirst();
    // Merged since the key was read: the key has another patient now. If it was deleted, its keys are too, and the job is repeated.
    if (locked !== undefined && locked.merged_into === null) return id;
  }
}
