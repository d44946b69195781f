import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import type { ListedStudy } from '#contract/entities.ts';
import type { Reader } from '#server/db/database.ts';
import { withoutIndex } from '#server/db/dialect.ts';
import type { SeriesTable, StudyTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { studyState } from './studies-state.ts';
import { labelsByStudyId, projectsByStudyId } from './study-labels-and-projects.ts';

/**
 * The studies that a team sees. What reads studies for people begins here: [Note: Deleted studies].
 *
 * A study is visible to its team from its registration on. An incomplete study of a dropped upload is being cleared, and is hidden: the
 * clearing may have been interrupted by a kill and resume at the next start.
 */
export function studiesOfTeam(db: Reader, teamId: number, { inOrderOfArrival = false } = {}) {
  const ofTeam = db.selectFrom('study').where('study.team_id', '=', teamId);
  // Leads SQLite to the index by arrival: see `matching`.
  const visible = inOrderOfArrival
    ? ofTeam.where(withoutIndex<number | null>(db, 'study.deleted_at'), 'is', null).where('study.created_at', '>=', 0)
    : ofTeam.where('study.deleted_at', 'is', null);
  return visible.where('study.id', 'not in', beingCleared(db, teamId));
}

/** Few uploads were dropped: their studies are collected once, instead of looking up the upload of each study. */
function beingCleared(db: Reader, teamId: number) {
  return db
    .selectFrom('upload')
    .innerJoin('series', 'series.upload_id', 'upload.id')
    .innerJoin('study as begun', (join) => join.onRef('begun.id', '=', 'series.study_id').onRef('begun.upload_id', '=', 'upload.id'))
    .select('begun.id')
    .where('upload.team_id', '=', teamId)
    .where('upload.state', '=', 'dropped')
    .where('series.state', 'in', ['receiving', 'proved', 'converting']);
}

/** PERM-19. */
export function maySeeProjects(caller: Member): boolean {
  return caller.permissions.has('r:projects');
}

/** PERM-19: patient names are those of studies. */
export function maySeeStudies({ permissions }: Member): boolean {
  return permissions.has('r:studies') || permissions.has('r:studies:detail');
}

/** A study that the team sees, by id or uuid. */
export async function requireStudyRow(db: Reader, caller: Member, idOrUuid: string): Promise<Selectable<StudyTable>> {
  const isId = /^[0-9]{1,15}$/.test(idOrUuid);
  const study = await studiesOfTeam(db, caller.teamId)
    .selectAll('study')
    .where((eb) => (isId ? eb('study.id', '=', Number(idOrUuid)) : eb('study.uuid', '=', idOrUuid.toLowerCase())))
    .executeTakeFirst();
  if (study === undefined) throw new Refusal('not_found');
  return study;
}

/** CALL-049: whether the team has this study; the newest if it came more than once. A study without UID is never known. */
export async function checkStudy({ db }: ServerContext, caller: Member, studyInstanceUid: string): Promise<{ uuid: string } | false> {
  if (studyInstanceUid === '') return false;
  const study = await studiesOfTeam(db.read, caller.teamId)
    .select('study.uuid')
    .where('study.study_instance_uid', '=', studyInstanceUid)
    .orderBy('study.created_at', 'desc')
    .orderBy('study.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return study ?? false;
}

/** PCALL-45. */
export async function existingStudies({ db }: ServerContext, caller: Member, uuids: readonly string[]): Promise<string[]> {
  if (uuids.length === 0) return [];
  const found = await studiesOfTeam(db.read, caller.teamId)
    .select('study.uuid')
    .where('study.uuid', 'in', [...new Set(uuids)])
    .execute();
  return found.map(({ uuid }) => uuid);
}

export async function toListed(db: Reader, caller: Member, studies: readonly Selectable<StudyTable>[]): Promise<ListedStudy[]> {
  if (studies.length === 0) return [];
  const ids = studies.map((study) => study.id);
  const series = inNumberOrder(await seriesRowsOf(db, ids));
  const bytesBySeriesId = await receivedBytesOf(db, ids);
  const volumes = await db
    .selectFrom('volume')
    .innerJoin('series', 'series.id', 'volume.series_id')
    .select((eb) => ['volume.series_id' as const, eb.fn.countAll<number>().as('count')])
    .where('series.study_id', 'in', ids)
    .groupBy('volume.series_id')
    .execute();
  const categories = await db.selectFrom('category').select(['slug', 'title']).execute();
  const patientIds = studies.map(({ patient_id }) => patient_id);
  const patients = await db.selectFrom('patient').select(['id', 'uuid']).where('id', 'in', patientIds).execute();
  const folderIds = studies.flatMap(({ folder_id }) => folder_id ?? []);
  const folders = folderIds.length === 0 ? [] : await db.selectFrom('folder').select(['id', 'name']).where('id', 'in', folderIds).execute();
  const labels = await labelsByStudyId(db, ids);
  const projects = maySeeProjects(caller) ? await projectsByStudyId(db, ids) : null;
  const uuidByPatientId = new Map(patients.map(({ id, uuid }) => [id, uuid]));
  const volumesBySeriesId = new Map(volumes.map((row) => [row.series_id, row.count]));
  const seriesByStudyId = Map.groupBy(series, (each) => each.study_id);
  return studies.map((study) => {
    const own = seriesByStudyId.get(study.id) ?? [];
    return {
      id: study.id,
      uuid: study.uuid,
      data: { patientName: study.patient_name },
      patient: uuidByPatientId.get(study.patient_id)!,
      studyDate: study.study_date,
      modality: study.modality,
      bodyPart: categories.find((category) => category.slug === study.body_part) ?? null,
      labels: labels.get(study.id) ?? [],
      ...(projects === null ? {} : { projects: projects.get(study.id) ?? [] }),
      folder: folders.find(({ id }) => id === study.folder_id) ?? null,
      pipelineCode: study.pipeline_code,
      series: own.map((each) => toListedSeries(each, volumesBySeriesId.get(each.id) ?? 0)),
      anonymize: study.anonymize === 1,
      dirty: study.dirty === 1,
      originalPatientName: study.original_patient_name,
      state: studyState(own.map((each) => each.state)),
      size: own.reduce((sum, each) => sum + (bytesBySeriesId.get(each.id) ?? 0), 0),
      created_at: dateToWire(new Date(study.created_at)),
      updated_at: dateToWire(new Date(study.updated_at)),
    };
  });
}

/**
 * Bytes on the server by series. Queried by study: a statement accepts a limited number of values, and a study may have thousands of
 * series.
 */
export async function receivedBytesOf(db: Reader, studyIds: readonly number[]): Promise<Map<number, number>> {
  const received = await db
    .selectFrom('file')
    .innerJoin('series', 'series.id', 'file.series_id')
    .select((eb) => ['file.series_id' as const, eb.fn.sum<number>('file.received').as('bytes')])
    .where('series.study_id', 'in', studyIds)
    .groupBy('file.series_id')
    .execute();
  return new Map(received.map((row) => [row.series_id, row.bytes]));
}

/** In the order in which the device sent them. */
export function seriesRowsOf(db: Reader, studyIds: readonly number[]): Promise<Selectable<SeriesTable>[]> {
  return db.selectFrom('series').selectAll().where('study_id', 'in', studyIds).orderBy('idx').orderBy('id').execute();
}

/** In the order that readers of images expect: by number, those without one last. Rows of one number keep their order. */
export function inNumberOrder<Row extends Pick<Selectable<SeriesTable>, 'series_number'>>(rows: readonly Row[]): Row[] {
  const rank = ({ series_number }: Row): number => (/^-?[0-9]+$/.test(series_number) ? Number(series_number) : Number.MAX_VALUE);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

export function toListedSeries(series: Selectable<SeriesTable>, volumes: number): ListedStudy['series'][number] {
  const { id, uuid, cnt, state, message } = series;
  return {
    id,
    uuid,
    seriesNumber: series.series_number,
    seriesDescription: series.series_description,
    modalityCode: series.modality,
    cnt,
    ref_serie: series.ref_serie === 1,
    acquisition_code: series.acquisition_code,
    score: series.acquisition_score,
    sort: series.acquisition_sort,
    state,
    message,
    files: series.file_count,
    proved: series.proved_files,
    volumes,
  };
}
