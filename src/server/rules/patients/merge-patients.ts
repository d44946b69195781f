import type { Selectable } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { PatientTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { createPatient, fillIn, moveStudies } from './assign-patient.ts';

/**
 * PCALL-39: two rows are one patient. The studies and keys of `from` move to `into`, whose own texts stay; the address of `from` leads to `into`
 * from then on. Sent again, it changes nothing.
 */
export async function mergePatients(context: ServerContext, caller: Member, { into, from }: { into: string; from: string }): Promise<void> {
  if (into === from) throw new Refusal('invalid', { errors: { from: [marked('A patient cannot be merged with itself.')] } });
  await changePatients(context, caller, [into, from], async (tx, [target, source], now) => {
    if (target!.merged_into !== null) throw new Refusal('conflict');
    if (source!.merged_into === target!.id) return [];
    if (source!.merged_into !== null) throw new Refusal('conflict');
    const studies = await studiesOf(tx, [target!.id, source!.id]);
    await decided(tx, studies);
    const moved = studies.filter((study) => study.patient_id === source!.id);
    await tx
      .updateTable('patient_key')
      .set({ patient_id: target!.id })
      .where('team_id', '=', caller.teamId)
      .where('patient_id', '=', source!.id)
      .execute();
    await tx.updateTable('patient').set({ merged_into: target!.id }).where('merged_into', '=', source!.id).execute();
    const { patient_id: patientId, issuer, birth_date: birthDate, sex } = source!;
    await fillIn(tx, target!.id, { patientId, issuer, birthDate, sex }, now);
    await tx
      .updateTable('patient')
      .set({ merged_into: target!.id, patient_id: '', issuer: '', birth_date: '', sex: '', updated_at: now })
      .where('id', '=', source!.id)
      .execute();
    await moveStudies(tx, moved, { patientId: target!.id, now });
    return moved;
  });
}

/**
 * PCALL-40: some studies of a patient are of somebody else. They become a new patient, of whom nothing is known; its uuid comes from the
 * client, so that the call can be repeated. At least one study stays.
 */
export async function splitPatient(
  context: ServerContext,
  caller: Member,
  { from, uuid, studies: chosen }: { from: string; uuid: string; studies: readonly string[] },
): Promise<void> {
  await changePatients(context, caller, [from], async (tx, [source], now) => {
    const made = await tx.selectFrom('patient').select('team_id').where('uuid', '=', uuid).executeTakeFirst();
    if (made !== undefined) {
      if (made.team_id === caller.teamId && (await isSplit(tx, uuid, chosen))) return [];
      throw new Refusal('conflict');
    }
    const studies = await studiesOf(tx, [source!.id]);
    // A deleted study stays with the patient: nobody can choose it.
    const visible = studies.filter((study) => study.deleted_at === null);
    const moved = visible.filter((study) => chosen.includes(study.uuid));
    if (moved.length !== new Set(chosen).size) throw new Refusal('conflict');
    if (moved.length === visible.length) throw new Refusal('invalid', { errors: { studies: [marked('At least one study must stay.')] } });
    const id = await createPatient(tx, { teamId: caller.teamId, uuid, now });
    await decided(tx, studies);
    await moveStudies(tx, moved, { patientId: id, now });
    return moved;
  });
}

type LockedStudy = Awaited<ReturnType<typeof studiesOf>>[number];

/**
 * The change in one transaction. Studies are locked before their team and patients, as everywhere; a study that arrived in between is locked
 * by the change itself. Each moved study is announced, because its row on the devices names its patient.
 */
async function changePatients(
  { db, news, now }: ServerContext,
  { teamId }: Member,
  uuids: readonly string[],
  change: (tx: Writer, patients: Selectable<PatientTable>[], now: number) => Promise<LockedStudy[]>,
): Promise<void> {
  const time = now();
  const seqs = await db.write(async (tx) => {
    const found = await patientsBy(tx, teamId, uuids);
    await studiesOf(
      tx,
      found.map(({ id }) => id),
    );
    await lockTeam(tx, teamId);
    const ids = found.map(({ id }) => id).toSorted((a, b) => a - b);
    await tx.selectFrom('patient').select('id').where('id', 'in', ids).orderBy('id').$call(lockRows(tx)).execute();
    const moved = await change(tx, await patientsBy(tx, teamId, uuids), time);
    const noted: number[] = [];
    for (const { uuid } of moved) noted.push(await noteStudyChange(tx, { teamId, studyUuid: uuid, now: time }));
    return noted;
  });
  for (const seq of seqs) news.toTeam(teamId, 'change', { seq });
}

async function patientsBy(tx: Writer, teamId: number, uuids: readonly string[]): Promise<Selectable<PatientTable>[]> {
  const rows = await tx
    .selectFrom('patient')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('uuid', 'in', [...uuids])
    .execute();
  return uuids.map((uuid) => {
    const row = rows.find((one) => one.uuid === uuid);
    if (row === undefined) throw new Refusal('not_found');
    return row;
  });
}

async function studiesOf(tx: Writer, patientIds: readonly number[]) {
  const studies = await tx
    .selectFrom('study')
    .select(['id', 'uuid', 'patient_id', 'deleted_at'])
    .where('patient_id', 'in', [...patientIds])
    .orderBy('id')
    .limit(LIMITS.studiesPerPatient + 1)
    .$call(lockRows(tx))
    .execute();
  if (studies.length > LIMITS.studiesPerPatient)
    throw new Refusal('too_large', { limit: { name: 'studiesPerPatient', max: LIMITS.studiesPerPatient } });
  return studies;
}

async function decided(tx: Writer, studies: readonly LockedStudy[]): Promise<void> {
  const ids = studies.map(({ id }) => id);
  if (ids.length > 0) await tx.updateTable('study').set({ patient_from: 'person' }).where('id', 'in', ids).execute();
}

async function isSplit(tx: Writer, uuid: string, chosen: readonly string[]): Promise<boolean> {
  const studies = await tx
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select('study.uuid')
    .where('patient.uuid', '=', uuid)
    .execute();
  return chosen.every((one) => studies.some((study) => study.uuid === one));
}
