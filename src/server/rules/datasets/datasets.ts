import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import type { Dataset, DatasetPart, DatasetPatient } from '#contract/datasets.ts';
import { LIMITS } from '#contract/limits.ts';
import { NO_PART, partToPlace, placeToPart } from '#model/datasets/parts.ts';
import type { Reader } from '#server/db/database.ts';
import type { DatasetTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { hasWord, searchWords } from '#server/rules/studies/name-search.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

/** A dataset belongs to its team. In every other team its id is unknown. Deleted studies do not count. */

/** PCALL-14. */
export async function listDatasets(
  { db }: ServerContext,
  caller: Member,
  { page, search = '' }: { page: number; search?: string | undefined },
) {
  let found = db.read
    .selectFrom('dataset')
    .innerJoin('structure', 'structure.id', 'dataset.structure_id')
    .where('dataset.team_id', '=', caller.teamId);
  for (const word of searchWords(search))
    found = found.where((eb) => eb.or([hasWord(eb.ref('dataset.name'), word), hasWord(eb.ref('structure.title'), word)]));
  const perPage = LIMITS.datasetsPerPage;
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('dataset')
    .orderBy('dataset.created_at', 'desc')
    .orderBy('dataset.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: await toDatasets(db.read, caller, rows), total, per_page: perPage, current_page: page };
}

export async function readDataset(db: Reader, caller: Member, id: number): Promise<Dataset> {
  const [dataset] = await toDatasets(db, caller, [await requireDataset(db, caller, id)]);
  return dataset!;
}

export async function requireDataset(db: Reader, caller: Member, id: number): Promise<Selectable<DatasetTable>> {
  const row = await db.selectFrom('dataset').selectAll().where('id', '=', id).where('team_id', '=', caller.teamId).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** OQ-03: its creator, or a team administrator. */
export function mayDelete({ created_by }: Pick<Selectable<DatasetTable>, 'created_by'>, caller: Member): boolean {
  return mayDeleteWorkOf(created_by, caller);
}

/** PCALL-55: newest study first. They are named, which needs the right to see studies. */
export async function patientsOfDataset(
  { db }: ServerContext,
  caller: Member,
  id: number,
  { page, part }: { page: number; part?: DatasetPart | 'none' | undefined },
) {
  assertSeesStudies(caller);
  await requireDataset(db.read, caller, id);
  let found = db.read.selectFrom(patientRows(db.read, caller, [id]).as('entry'));
  if (part !== undefined) found = found.where('entry.place', '=', part === 'none' ? NO_PART : partToPlace(part));
  const perPage = LIMITS.patientsPerPage;
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select(['entry.patient_id', 'entry.place'])
    .orderBy('entry.newest', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: await toPatients(db.read, caller, id, rows), total, per_page: perPage, current_page: page };
}

export function assertSeesStudies(caller: Member): void {
  if (!caller.permissions.has('r:studies')) throw new Refusal('not_allowed');
}

/** One row for each patient of each dataset: [Note: The part of a patient]. */
export function patientRows(db: Reader, caller: Member, datasetIds: readonly number[]) {
  return studiesOfDatasets(db, caller)
    .where('dataset_study.dataset_id', 'in', datasetIds)
    .select((eb) => [
      'dataset_study.dataset_id' as const,
      'study.patient_id' as const,
      eb.fn.min('dataset_study.part').as('place'),
      eb.fn.max('study.id').as('newest'),
      eb.fn.countAll<number>().as('studies'),
    ])
    .groupBy(['dataset_study.dataset_id', 'study.patient_id']);
}

export function studiesOfDatasets(db: Reader, { teamId }: Member) {
  return studiesOfTeam(db, teamId).innerJoin('dataset_study', 'dataset_study.study_id', 'study.id');
}

export async function toPatients(
  db: Reader,
  caller: Member,
  datasetId: number,
  rows: readonly { patient_id: number; place: number }[],
): Promise<DatasetPatient[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ patient_id }) => patient_id);
  const patients = await db.selectFrom('patient').select(['id', 'uuid']).where('id', 'in', ids).execute();
  const studies = await studiesOfDatasets(db, caller)
    .select(['study.uuid', 'study.patient_id', 'study.patient_name', 'study.study_date as studyDate', 'study.modality'])
    .where('dataset_study.dataset_id', '=', datasetId)
    .where('study.patient_id', 'in', ids)
    .orderBy('study.id', 'desc')
    .execute();
  return rows.map(({ patient_id: patientId, place }) => {
    const own = studies.filter(({ patient_id }) => patient_id === patientId);
    return {
      uuid: patients.find(({ id }) => id === patientId)!.uuid,
      name: own[0]?.patient_name ?? '',
      part: placeToPart(place),
      studies: own.map(({ uuid, studyDate, modality }) => ({ uuid, studyDate, modality })),
    };
  });
}

async function toDatasets(db: Reader, caller: Member, rows: readonly Selectable<DatasetTable>[]): Promise<Dataset[]> {
  if (rows.length === 0) return [];
  const counted = await db
    .selectFrom(
      patientRows(
        db,
        caller,
        rows.map(({ id }) => id),
      ).as('entry'),
    )
    .select((eb) => [
      'entry.dataset_id',
      'entry.place',
      eb.fn.countAll<number>().as('patients'),
      eb.fn.sum<number>('entry.studies').as('studies'),
    ])
    .groupBy(['entry.dataset_id', 'entry.place'])
    .execute();
  const structureIds = rows.map(({ structure_id }) => structure_id);
  const structures = await db.selectFrom('structure').select(['id', 'title', 'color']).where('id', 'in', structureIds).execute();
  const userIds = rows.flatMap(({ created_by }) => created_by ?? []);
  const users = userIds.length === 0 ? [] : await db.selectFrom('user').select(['id', 'name']).where('id', 'in', userIds).execute();
  return rows.map((row) => {
    const own = counted.filter(({ dataset_id }) => dataset_id === row.id);
    const of = (place: number) => {
      const { patients = 0, studies = 0 } = own.find((each) => each.place === place) ?? {};
      return { patients, studies: Number(studies) };
    };
    const split = {
      train: of(partToPlace('train')),
      validation: of(partToPlace('validation')),
      test: of(partToPlace('test')),
      none: of(NO_PART),
    };
    const parts = Object.values(split);
    return {
      ...{ id: row.id, name: row.name, structure: structures.find(({ id }) => id === row.structure_id)! },
      patients: parts.reduce((sum, { patients }) => sum + patients, 0),
      studies: parts.reduce((sum, { studies }) => sum + studies, 0),
      split,
      created_by: users.find(({ id }) => id === row.created_by)?.name ?? null,
      created_at: dateToWire(new Date(row.created_at)),
      deletable: mayDelete(row, caller),
    };
  });
}
