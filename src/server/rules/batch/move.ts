import type { z } from 'zod';
import type { Calls } from '#contract/calls.ts';
import { marked } from '#language/t.ts';
import { seriesToRegistration, studyToRegistration, uidOrNone } from '#model/uploads/registration.ts';
import { studyName } from '#model/studies/study-name.ts';
import { NOTHING_SENT } from '#model/uploads/deidentified.ts';
import type { Writer } from '#server/db/database.ts';
import { filesOfBatch, lockBatch, requireBatch, sortedOf, type BatchFile, type SortedStudies } from './batch.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { anonymousNameIn, deidentificationOf } from '#server/rules/deidentification/deidentification.ts';
import { advanceSeries, noteSent, noteStudies, queueConversion } from '#server/rules/receive/series.ts';
import { nextSeriesState } from '#server/rules/receive/states.ts';
import { startFlowsOfNewStudy } from '#server/rules/flows/start-flows.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';
import { takeRegistration, type Registration } from '#server/rules/uploads/uploads-register-study.ts';
import { lockOpenUpload, type Upload } from '#server/rules/uploads/uploads.ts';

type Move = Extract<z.infer<Calls['batchUpload']['body']>, { session_id: string }>;
type SortedStudy = SortedStudies['studies'][number];
type SortedSeries = SortedStudy['series'][number];

/**
 * CALL-047: the chosen series become series of studies, all or none. Their files are here and verified, so their conversion is queued in
 * the same transaction. A repeated call moves nothing twice.
 */
export async function moveBatch(context: ServerContext, caller: Member, move: Move): Promise<{ studies: { uuid: string }[] }> {
  const { upload } = await requireBatch(context, caller, move.session_id);
  const seqs = await context.db.write(async (tx) => {
    await lockOpenUpload(tx, upload.id);
    const batch = await lockBatch(tx, upload.id);
    if (batch.state !== 'read') throw new Refusal('series_incomplete');
    const moved: (number | null)[] = [];
    for (const { study, series, bodyPart } of chosenOf(sortedOf(batch), move)) {
      moved.push(await moveStudy(tx, context, upload, { study, series, bodyPart }));
    }
    return moved;
  });
  context.jobs.wake();
  for (const seq of seqs) if (seq !== null) context.news.toTeam(upload.team_id, 'change', { seq });
  return { studies: move.studies.map(({ uuid }) => ({ uuid })) };
}

interface Chosen {
  study: SortedStudy;
  series: SortedSeries[];
  bodyPart: string;
}

/** Every named study needs series, and every series its study. */
function chosenOf({ studies }: SortedStudies, move: Move): Chosen[] {
  const chosen = move.studies.map(({ uuid, bodyPart }) => {
    const study = studies.find((each) => each.uuid === uuid);
    if (study === undefined) throw new Refusal('not_found');
    const wanted = new Set(move.series.filter((each) => each.uuid === uuid).map((each) => each.upload_id));
    const series = study.series.filter((each) => wanted.has(each.uploadId));
    if (series.length !== wanted.size) throw new Refusal('not_found');
    if (series.length === 0) throw new Refusal('invalid', { errors: { series: [marked('Nothing selected')] } });
    return { study, series, bodyPart };
  });
  const named = new Set(move.studies.map(({ uuid }) => uuid));
  if (named.size !== move.studies.length) throw new Refusal('invalid', { errors: { studies: [marked('A study is listed twice.')] } });
  if (move.series.some(({ uuid }) => !named.has(uuid)))
    throw new Refusal('invalid', { errors: { series: [marked('Its study is not listed.')] } });
  return chosen;
}

async function moveStudy(tx: Writer, context: ServerContext, upload: Upload, { study, series, bodyPart }: Chosen): Promise<number | null> {
  const filesBySeries = new Map<string, BatchFile[]>();
  for (const each of series) filesBySeries.set(each.uploadId, await filesOfBatch(tx, upload, each.fileIds));
  const known = await tx.selectFrom('series').select(['client_id', 'idx']).where('upload_id', '=', upload.id).execute();
  const knownIds = new Set(known.map((row) => row.client_id));
  // A moved series is no longer here: its row holds what it was announced with.
  const fresh = series.filter((each) => !knownIds.has(each.uploadId));
  if (fresh.length === 0) return null;
  const next = Math.max(-1, ...known.map((row) => row.idx)) + 1;
  // This flow does not ask the user: the team's default applies.
  const isAnonymous = (await deidentificationOf(tx, upload.team_id)).usual ?? true;
  const name = isAnonymous ? await anonymousNameIn(tx, upload.team_id, study.facts.patientName, context.now()) : null;
  const registration = toRegistration(upload, { study, series: fresh, bodyPart }, { filesBySeries, next, name });
  const taken = await takeRegistration(tx, context, upload, registration, study.uuid);
  const made = { teamId: upload.team_id, now: context.now() };
  await noteStudyChange(tx, { ...made, studyUuid: taken.study.uuid });
  // With the team locked by the line above.
  if (taken.study.isNew && !taken.study.isJoined) await startFlowsOfNewStudy(tx, { ...made, studyId: taken.study.id });
  const told: (number | null)[] = [];
  for (const { clientId, id } of taken.series) {
    told.push(await takeFiles(tx, context, upload, { id, isAnonymous }, { openedAs: clientId, files: filesBySeries.get(clientId) ?? [] }));
  }
  return told.findLast((seq) => seq !== null) ?? null;
}

function toRegistration(
  upload: Upload,
  { study, series, bodyPart }: Chosen,
  { filesBySeries, next, name }: { filesBySeries: ReadonlyMap<string, BatchFile[]>; next: number; name: string | null },
): Registration {
  // The de-identified values are known once the headers are written (`deidentify.ts`).
  const sent = name === null ? {} : NOTHING_SENT;
  const registered = series.map(({ uploadId, facts: read }, n) => {
    const files = filesBySeries.get(uploadId) ?? [];
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    const names = name === null ? files.map((file) => lastName(file.name)) : [];
    const { seriesInstanceUid, seriesDescription } = { ...read, ...sent };
    const facts = { ...read, seriesInstanceUid, seriesDescription };
    return {
      facts,
      registration: seriesToRegistration(facts, { id: uploadId, idx: next + n, files: { count: files.length, bytes, names } }),
    };
  });
  const { studyInstanceUid, patientSex, studyDate, studyTime } = { ...study.facts, ...sent };
  const facts = { ...study.facts, studyInstanceUid, patientSex, studyDate, studyTime };
  const called = name === null ? studyName(facts.patientName, null) : { patientName: name, originalPatientName: name, dirty: false };
  return {
    study: studyToRegistration({ id: study.uuid, pipeline: null }, facts, called, registered),
    studyInstanceUid: uidOrNone(facts.studyInstanceUid),
    bodyPart,
    labels: [],
    session_id: upload.session,
    anonymize: name !== null,
  };
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).slice(0, 1024);
}

/**
 * CALL-055 with location `server`: a series registered like any other (CALL-051, with everything that the user chose) takes its files from
 * those that the server has opened. A repeated call finds nothing left to move.
 */
export async function takeFromBatch(
  tx: Writer,
  context: Pick<ServerContext, 'jobs' | 'now'>,
  upload: Upload,
  announced: { id: number; type: 'dcm' | 'nii'; file_count: number; left_behind: number; anonymize: 0 | 1 },
  uploadId: string,
): Promise<number | null> {
  await lockOpenUpload(tx, upload.id);
  const batch = await lockBatch(tx, upload.id);
  if (batch.state !== 'read') throw new Refusal('series_incomplete');
  const sorted = sortedOf(batch)
    .studies.flatMap(({ series }) => series)
    .find((each) => each.uploadId === uploadId);
  if (sorted === undefined) throw new Refusal('not_found');
  const files = await filesOfBatch(tx, upload, sorted.fileIds);
  if (files.length === 0) return null;
  const { id, type, file_count, left_behind } = announced;
  // It was announced as a different series than the one stored here.
  if (files.length !== file_count + left_behind || (sorted.facts.type ?? 'dcm') !== type) throw new Refusal('conflict');
  return takeFiles(tx, context, upload, { id, isAnonymous: announced.anonymize === 1 }, { openedAs: uploadId, files });
}

/**
 * Moves the files of the series. Files that still identify a patient may not, and wait in the batch for the first step of its conversion.
 */
async function takeFiles(
  tx: Writer,
  context: Pick<ServerContext, 'jobs' | 'now'>,
  upload: Upload,
  { id, isAnonymous }: { id: number; isAnonymous: boolean },
  { openedAs, files }: { openedAs: string; files: readonly BatchFile[] },
): Promise<number | null> {
  if (!isAnonymous) {
    await moveFiles(tx, upload, id, files);
    return advanceSeries(tx, { jobs: context.jobs, now: context.now() }, upload, [id]);
  }
  // A server that has lost them accepts them again.
  await tx.deleteFrom('file').where('series_id', '=', id).execute();
  const state = nextSeriesState('receiving', 'whole')!;
  const waiting = { opened_as: openedAs, file_count: files.length, left_behind: 0, proved_files: 0 };
  const { study_id } = await tx
    .updateTable('series')
    .set({ state, ...waiting, updated_at: context.now() })
    .where('id', '=', id)
    .returning('study_id')
    .executeTakeFirstOrThrow();
  await queueConversion(tx, context.jobs, upload, id);
  await noteSent(tx, upload, context.now());
  return noteStudies(tx, upload, context.now(), [study_id]);
}

/** Rows of the series replace rows of the batch; the bytes stay where they are. */
async function moveFiles(tx: Writer, upload: Upload, seriesId: number, files: readonly BatchFile[]): Promise<void> {
  for (const some of inPortions(files)) {
    const ids = some.map((file) => file.id);
    const made = await tx
      .insertInto('file')
      .values(
        some.map(({ client_file_id, name, size, sha256 }) => ({
          ...{ upload_id: upload.id, series_id: seriesId, client_file_id, name: lastName(name), size, sha256, received: size },
          proved: 1 as const,
        })),
      )
      .returning(['id', 'client_file_id'])
      .execute();
    const idByClientId = new Map(made.map((row) => [row.client_file_id, row.id]));
    const idByBatchId = new Map(some.map((file) => [file.id, idByClientId.get(file.client_file_id)!]));
    const pieces = await tx.selectFrom('batch_piece').selectAll().where('file_id', 'in', ids).execute();
    const moved = pieces.map((piece) => ({ ...piece, file_id: idByBatchId.get(piece.file_id)! }));
    for (const portion of inPortions(moved)) await tx.insertInto('piece').values(portion).execute();
    await tx.deleteFrom('batch_file').where('id', 'in', ids).execute();
  }
}
