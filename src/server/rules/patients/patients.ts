import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Patient, PatientDetail, PatientList } from '#contract/patients.ts';
import type { Reader } from '#server/db/database.ts';
import type { PatientTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { hasWord, searchWords } from '#server/rules/studies/name-search.ts';
import { studiesOfTeam, toListed } from '#server/rules/studies/studies.ts';

/**
 * PCALL-41: those with the latest change first: a new study, a merge or a split. `search`: each of its words occurs in the name of one of the
 * studies, or in the patient ID.
 */
export async function listPatients(
  { db }: ServerContext,
  caller: Member,
  { page, search = '' }: { page: number; search?: string | undefined },
): Promise<PatientList> {
  let found = db.read
    .selectFrom('patient')
    .where('patient.team_id', '=', caller.teamId)
    .where('patient.merged_into', 'is', null)
    .where((eb) =>
      eb.exists(
        studiesOfTeam(db.read, caller.teamId)
          .select('study.id')
          .whereRef('study.patient_id', '=', eb.ref('patient.id') as never),
      ),
    );
  for (const word of searchWords(search))
    found = found.where((eb) =>
      eb.or([
        hasWord(eb.ref('patient.patient_id'), word),
        eb(
          'patient.id',
          'in',
          studiesOfTeam(db.read, caller.teamId)
            .select('study.patient_id')
            .where((study) => hasWord(study.ref('study.patient_name'), word)),
        ),
      ]),
    );
  const perPage = LIMITS.studiesPerPage;
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('patient')
    .orderBy('patient.updated_at', 'desc')
    .orderBy('patient.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const shown = await toPatients(db.read, caller.teamId, rows);
  return { data: rows.flatMap(({ id }) => shown.get(id) ?? []), total, per_page: perPage, current_page: page };
}

/** PCALL-42. */
export async function findPatient({ db }: ServerContext, caller: Member, uuid: string): Promise<PatientDetail> {
  const patient = await requirePatient(db.read, caller, uuid);
  const shown = (await toPatients(db.read, caller.teamId, [patient])).get(patient.id);
  if (shown === undefined) throw new Refusal('not_found');
  const studies = await studiesOfTeam(db.read, caller.teamId)
    .selectAll('study')
    .where('study.patient_id', '=', patient.id)
    .orderBy('study.study_date', 'desc')
    .orderBy('study.study_time', 'desc')
    .orderBy('study.id', 'desc')
    .limit(LIMITS.studiesPerPatient)
    .execute();
  return { ...shown, list: await toListed(db.read, caller, studies) };
}

async function requirePatient(db: Reader, caller: Member, uuid: string): Promise<Selectable<PatientTable>> {
  const row = await db.selectFrom('patient').selectAll().where('uuid', '=', uuid).where('team_id', '=', caller.teamId).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  if (row.merged_into === null) return row;
  // Who merges the target as well moves this row with it: there is never a second step.
  return db.selectFrom('patient').selectAll().where('id', '=', row.merged_into).executeTakeFirstOrThrow();
}

/** By ID; a patient without a visible study is left out. */
async function toPatients(db: Reader, teamId: number, rows: readonly Selectable<PatientTable>[]): Promise<Map<number, Patient>> {
  if (rows.length === 0) return new Map();
  const counted = await studiesOfTeam(db, teamId)
    .where(
      'study.patient_id',
      'in',
      rows.map(({ id }) => id),
    )
    .select((eb) => ['study.patient_id' as const, eb.fn.countAll<number>().as('studies'), eb.fn.max('study.id').as('newest')])
    .groupBy('study.patient_id')
    .execute();
  const newest = counted.map((each) => each.newest);
  const named =
    newest.length === 0 ? [] : await db.selectFrom('study').select(['patient_id', 'patient_name']).where('id', 'in', newest).execute();
  return new Map(
    rows.flatMap((row) => {
      const count = counted.find(({ patient_id }) => patient_id === row.id);
      if (count === undefined) return [];
      const patient: Patient = {
        uuid: row.uuid,
        name: named.find(({ patient_id }) => patient_id === row.id)?.patient_name ?? '',
        patientId: row.patient_id,
        issuer: row.issuer,
        birthDate: row.birth_date,
        sex: row.sex,
        studies: count.studies,
        created_at: dateToWire(new Date(row.created_at)),
      };
      return [[row.id, patient] as const];
    }),
  );
}
