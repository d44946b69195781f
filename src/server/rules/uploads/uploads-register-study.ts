import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import type { Acquisition } from '#contract/catalogues.ts';
import type { SeriesRegistration } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import type { Writer } from '#server/db/database.ts';
import { sortedFromOne } from '#model/studies/acquisition.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { acquisitionsOf } from '#server/rules/recognition/catalogues.ts';
import { isAnonymousName } from '#model/uploads/deidentified.ts';
import { createPatient } from '#server/rules/patients/assign-patient.ts';
import { anonymousNameIn, demandedOf } from '#server/rules/deidentification/deidentification.ts';
import { assertNotDeleted } from '#server/rules/studies/deleted-studies.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';
import { writeSearchText } from '#server/rules/studies/studies-search.ts';
import { announcedStudy, joinStudy } from './uploads-join.ts';
import { assertQuotaForSeries } from './uploads-quota.ts';
import { startFlowsOfNewStudy } from '#server/rules/flows/start-flows.ts';
import { giveChosen, leftOff, pipelineOfStudy } from './uploads-chosen.ts';
import { lockOpenUpload, requireOpenUpload, type Upload } from './uploads.ts';

export type Registration = z.infer<Calls['registerStudy']['body']>;
type Registered = AnswerOf<Calls['registerStudy']>;

/**
 * CALL-051: a study of an upload with its selected series, before their first byte. A repeated call returns the same ids, and adds new
 * series: so a study of more than LIMITS.seriesPerRegistration is registered in parts. A known series keeps what it was announced with:
 * another number of files or another type is a conflict. With `joins` the series become part of an existing study
 * [Note: Series that join a study].
 */
export async function registerStudy(context: ServerContext, caller: Member, registration: Registration): Promise<Registered> {
  const upload = await requireOpenUpload(context.db.read, { ...caller, uploadId: null }, registration.session_id);
  const { answer, seq } = await context.db.write(async (tx) => {
    await lockOpenUpload(tx, upload.id);
    const { study, series, changed } = await takeRegistration(tx, context, upload, registration);
    if (study.isNew) await giveChosen(tx, caller, { studyId: study.id, registration, now: context.now() });
    // With the team locked by the line above.
    if (study.isNew && !study.isJoined) await startFlowsOfNewStudy(tx, { teamId: upload.team_id, studyId: study.id, now: context.now() });
    const left = await leftOff(tx, { studyId: study.id, uploadId: upload.id, isJoined: study.isJoined }, registration);
    return {
      answer: {
        study: { id: study.id, uuid: study.uuid, pipelineCode: await pipelineOfStudy(tx, study.id) },
        series: series.map(({ clientId, id, uuid }) => ({ clientId, id, uuid })),
        ...(left.length > 0 && { left_off: left }),
      },
      seq: changed ? await noteStudyChange(tx, { teamId: upload.team_id, studyUuid: study.uuid, now: context.now() }) : null,
    };
  });
  if (seq !== null) context.news.toTeam(upload.team_id, 'change', { seq });
  return answer;
}

/** The rows of a study and its series, made if they are new, in a transaction that holds the lock of their upload. */
export async function takeRegistration(
  tx: Writer,
  context: ServerContext,
  upload: Upload,
  registration: Registration,
  studyUuid: string = randomUUID(),
): Promise<{ study: TakenStudy; series: TakenSeries[]; changed: boolean }> {
  const study = await takeStudy(tx, context.now(), upload, registration, studyUuid);
  const series = await takeSeries(tx, context.now(), upload, study, registration.study.series);
  if (series.some((each) => each.isNew)) {
    await assertNotDeleted(tx, study.id);
    await assertQuotaForSeries(tx, context, upload);
    // More files are awaited than before.
    await tx.updateTable('upload').set({ sent_at: null }).where('id', '=', upload.id).where('sent_at', 'is not', null).execute();
  }
  const changed = study.isNew || series.some((each) => each.isNew);
  if (changed) await writeSearchText(tx, study.id);
  return { study, series, changed };
}

/** `isNew`: new in this upload. `isJoined`: another registration began it. */
type TakenStudy = { id: number; uuid: string; isNew: boolean; isJoined: boolean };

async function takeStudy(
  tx: Writer,
  now: number,
  upload: Upload,
  { study, studyInstanceUid, bodyPart, anonymize, joins }: Registration,
  uuid: string,
): Promise<TakenStudy> {
  const known = await announcedStudy(tx, upload.id, study.id);
  if (known !== null) return { ...known, isNew: false };
  const removed = tx.selectFrom('removed_series').select('uuid').where('upload_id', '=', upload.id).where('study_client_id', '=', study.id);
  if ((await removed.limit(1).executeTakeFirst()) !== undefined) throw new Refusal('study_deleted');
  if (joins !== undefined) {
    const joined = await joinStudy(tx, upload, { joins, clientId: study.id, studyInstanceUid, anonymize }, now);
    if (joined !== null) return { id: joined.id, uuid: joined.uuid, isNew: true, isJoined: true };
  }
  const category = await tx.selectFrom('category').select('slug').where('slug', '=', bodyPart.toLowerCase()).executeTakeFirst();
  if (category === undefined) throw new Refusal('missing_bodypart', { errors: { bodyPart: [marked('Missing bodypart')] } });
  const { count } = await tx
    .selectFrom('study')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('upload_id', '=', upload.id)
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.studiesPerUpload)
    throw new Refusal('too_large', { limit: { name: 'studiesPerUpload', max: LIMITS.studiesPerUpload } });
  const named = anonymize ? await withoutName(tx, upload.team_id, study, now) : study;
  const made = await tx
    .insertInto('study')
    .values({
      uuid,
      team_id: upload.team_id,
      upload_id: upload.id,
      uploaded_by: upload.user_id,
      client_id: study.id,
      patient_id: await createPatient(tx, { teamId: upload.team_id, sex: study.patientSex, now }),
      study_instance_uid: studyInstanceUid,
      patient_name: named.patientName,
      original_patient_name: named.originalPatientName,
      patient_sex: study.patientSex,
      study_date: study.studyDate,
      study_time: study.studyTime,
      modality: study.modality,
      body_part: category.slug,
      anonymize: anonymize ? 1 : 0,
      deidentification: await demandedOf(tx, upload.team_id, anonymize),
      dirty: named.dirty ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  return { ...made, isNew: true, isJoined: false };
}

/**
 * A study that is called de-identified has a name that CALL-056 assigned, or none yet. Any other name announced by its client is a
 * person's: it is replaced by its number, and not stored.
 */
async function withoutName(
  tx: Writer,
  teamId: number,
  { patientName, originalPatientName, dirty }: Registration['study'],
  now: number,
): Promise<Pick<Registration['study'], 'patientName' | 'originalPatientName' | 'dirty'>> {
  const told = [originalPatientName, patientName].find((name) => !isAnonymousName(name));
  if (told === undefined) return { patientName, originalPatientName, dirty };
  const name = await anonymousNameIn(tx, teamId, told, now);
  return { patientName: name, originalPatientName: name, dirty: false };
}

type TakenSeries = { clientId: string; id: number; uuid: string; isNew: boolean };

async function takeSeries(
  tx: Writer,
  now: number,
  upload: Upload,
  { id: studyId, isJoined }: TakenStudy,
  announced: SeriesRegistration[],
): Promise<TakenSeries[]> {
  if (new Set(announced.map((series) => series.id)).size !== announced.length) {
    throw new Refusal('invalid', { errors: { 'study.series': [marked('A series is listed twice.')] } });
  }
  // given (UPL2-066).
  if (announced.filter((series) => series.ref_serie === true).length > 1) {
    throw new Refusal('invalid', { errors: { 'study.series': [marked('Only one series of a study can be its reference.')] } });
  }
  const known = await tx
    .selectFrom('series')
    .select(['id', 'uuid', 'client_id', 'study_id', 'file_count', 'left_behind', 'type'])
    .where('upload_id', '=', upload.id)
    .where(
      'client_id',
      'in',
      announced.map((series) => series.id),
    )
    .execute();
  const knownByClientId = new Map(known.map((series) => [series.client_id, series]));
  const taken: TakenSeries[] = [];
  const allowed = withAcquisitions(announced, await acquisitionsOf(tx));
  const placed = isJoined ? behind(allowed, await placesTaken(tx, studyId, upload.id)) : allowed;
  const referenceBy = await uploadOfReference(tx, studyId);
  for (const series of placed) {
    const found = knownByClientId.get(series.id);
    if (found === undefined) {
      if (referenceBy === upload.id && series.ref_serie === true) throw new Refusal('conflict');
      // The device does not know what others have marked: the study keeps its reference.
      const marked = referenceBy === null ? series : { ...series, ref_serie: false };
      taken.push({ clientId: series.id, ...(await insertSeries(tx, now, upload, studyId, marked)), isNew: true });
    } else if (found.study_id !== studyId || found.file_count + found.left_behind !== series.file_count || found.type !== series.type)
      throw new Refusal('conflict');
    else taken.push({ clientId: series.id, id: found.id, uuid: found.uuid, isNew: false });
  }
  return taken;
}

/** The upload whose series is the reference of the study; null if there is none. */
async function uploadOfReference(tx: Writer, studyId: number): Promise<number | null> {
  const reference = tx.selectFrom('series').select('upload_id').where('study_id', '=', studyId).where('ref_serie', '=', 1);
  return (await reference.executeTakeFirst())?.upload_id ?? null;
}

/** The last place of each acquisition among the series that other uploads have brought into the study. */
async function placesTaken(tx: Writer, studyId: number, uploadId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('series')
    .select((eb) => ['acquisition_code' as const, eb.fn.max('acquisition_sort').as('last')])
    .where('study_id', '=', studyId)
    .where('upload_id', '<>', uploadId)
    .groupBy('acquisition_code')
    .execute();
  return new Map(rows.flatMap(({ acquisition_code: code, last }) => (code === null ? [] : [[code, Number(last ?? 0)] as const])));
}

function behind(series: readonly SeriesRegistration[], places: ReadonlyMap<string, number>): SeriesRegistration[] {
  return series.map((one) => {
    const last = one.acquisition_code === undefined ? undefined : places.get(one.acquisition_code);
    return last === undefined ? one : { ...one, sort: (one.sort ?? 1) + last };
  });
}

async function insertSeries(
  tx: Writer,
  now: number,
  upload: Upload,
  studyId: number,
  series: SeriesRegistration,
): Promise<{ id: number; uuid: string }> {
  return tx
    .insertInto('series')
    .values({
      uuid: randomUUID(),
      study_id: studyId,
      upload_id: upload.id,
      client_id: series.id,
      idx: series.idx,
      series_instance_uid: series.seriesInstanceUid,
      series_number: String(series.seriesNumber),
      series_description: series.seriesDescription,
      modality: series.modalityCode,
      cnt: series.cnt,
      number_of_frames: series.numberOfFrames,
      rows: series.rows,
      columns: series.columns,
      slice_thickness: series.sliceThickness,
      type: series.type,
      ref_serie: series.ref_serie === true ? 1 : 0,
      ...acquisitionColumns(series),
      device_grid: series.grid ?? null,
      device_suv: series.suv === undefined ? null : JSON.stringify(series.suv),
      file_count: series.file_count,
      total_bytes: series.totalFileSize,
      proved_files: 0,
      state: 'receiving',
      message: null,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
}

/**
 * given (REC-017): an acquisition that the modality does not have becomes `NONE` with score 0. given (REC-025): if two of one
 * acquisition have the same place, all of that acquisition are numbered again from 1.
 */
function withAcquisitions(announced: readonly SeriesRegistration[], allowed: readonly Acquisition[]): SeriesRegistration[] {
  const accepted = announced.map((series) => {
    const { acquisition_code: code, modalityCode } = series;
    if (code === undefined || allowed.some((one) => one.code === code && one.modality === modalityCode)) return series;
    return { ...series, acquisition_code: 'NONE' as const, score: 0 };
  });
  const places = sortedFromOne(
    accepted.flatMap(({ id, acquisition_code: code, sort = 1 }) => (code === undefined ? [] : [{ id, code, sort }])),
  );
  const sortById = new Map(places.map(({ id, sort }) => [id, sort]));
  return accepted.map((series) => {
    const sort = sortById.get(series.id);
    return sort === undefined ? series : { ...series, sort };
  });
}

function acquisitionColumns({ acquisition_code, score = 0, sort = 1 }: SeriesRegistration) {
  return acquisition_code === undefined ? {} : { acquisition_code, acquisition_score: score, acquisition_sort: sort };
}
