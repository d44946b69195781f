import { lockRows } from '#server/db/dialect.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { findBatch } from '#server/rules/batch/batch.ts';
import { clearBatch } from '#server/rules/batch/clear.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { tellNotified } from '#server/rules/notifications/notify.ts';
import { removeIfEmpty } from '#server/rules/patients/assign-patient.ts';
import { queueCheck } from '#server/rules/quality/queue-check.ts';
import { takeInventoryOnce } from '#server/rules/receive/inventory.ts';
import { readingGroupOf } from '#server/rules/receive/series.ts';
import { proveStoredFiles, unprovenWholeFiles } from '#server/rules/receive/proof.ts';
import { nextUploadState } from '#server/rules/receive/states.ts';
import { clearStrays } from '#server/rules/receive/strays.ts';
import { objectsOfSeries } from '#server/rules/receive/objects-of-series.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';
import { writeSearchText } from '#server/rules/studies/studies-search.ts';
import { studyState } from '#server/rules/studies/studies-state.ts';
import { leaveStudy } from './uploads-join.ts';
import { notifyOfFinished } from './uploads-notices.ts';
import { endTake } from '#server/rules/file-areas/upload-for-area.ts';
import { endTokenOfUpload } from './upload-tokens.ts';
import { jobGroupOf, requireUpload, type Upload, type UploadCaller } from './uploads.ts';

/**
 * How an upload ends.
 *
 *     open ──finish: every study named by its owner, every series ended──▶ finished
 *       └────drop──▶ dropped, then its studies that are not whole are cleared, bytes first
 *
 * In both cases the upload token ends. A study whose series have all ended no longer belongs only to the upload: others see it, and the
 * device may have deleted its copy. Dropping keeps it. In a study that is shared with other uploads only the upload's own series count, and
 * only they are cleared [Note: Series that join a study].
 */

/**
 * CALL-053. The client has seen the end of these studies; an upload is closed once all its studies are named and have ended. Repeatable.
 */
export async function finishUploads(context: ServerContext, caller: Member, studyUuids: readonly string[]): Promise<void> {
  const named = new Set(studyUuids);
  if (named.size === 0) return;
  const studies = await context.db.read
    .selectFrom('study')
    .innerJoin('series', 'series.study_id', 'study.id')
    .innerJoin('upload', 'upload.id', 'series.upload_id')
    .select(['study.uuid', 'series.upload_id'])
    .distinct()
    .where('study.uuid', 'in', [...named])
    .where('upload.team_id', '=', caller.teamId)
    .where('upload.user_id', '=', caller.userId)
    .execute();
  const removed = await removedStudies(context.db.read, caller, [...named]);
  const known = [...studies, ...removed];
  if (new Set(known.map((study) => study.uuid)).size < named.size) throw new Refusal('not_found');
  for (const uploadId of new Set(known.map((study) => study.upload_id))) {
    await takeInventoryOnce(context, await uploadOf(context.db.read, uploadId));
    const ended = await context.db.write(async (tx) => {
      const upload = await tx.selectFrom('upload').selectAll().where('id', '=', uploadId).$call(lockRows(tx)).executeTakeFirst();
      const next = upload === undefined ? null : nextUploadState(upload.state, 'finish');
      if (upload === undefined || next === null) return null;
      // Archives of it are still being uploaded or opened.
      const batch = await findBatch(tx, uploadId);
      if (batch !== null && batch.state !== 'read') return null;
      const own = await studiesOf(tx, uploadId);
      if (!own.every((study) => study.isDeleted || (named.has(study.uuid) && study.hasEnded))) return null;
      const seq = await endUpload(tx, context, upload, next);
      return { seq, notified: await notifyOfFinished(tx, upload, context.now()) };
    });
    const upload = await uploadOf(context.db.read, uploadId);
    // Even if it had already ended: the clearing of an earlier call may have failed.
    if (upload.state === 'finished') await clearBatch(context, upload);
    if (ended === null) continue;
    context.measures?.uploadEnded('finished');
    context.news.toTeam(caller.teamId, 'change', { seq: ended.seq });
    tellNotified(context.news, ended.notified);
  }
}

/** [Note: Deleted studies] The device may name a study that was removed in the meantime. */
function removedStudies(db: Reader, { teamId, userId }: Member, uuids: readonly string[]) {
  return db
    .selectFrom('removed_series')
    .innerJoin('upload', 'upload.id', 'removed_series.upload_id')
    .select(['removed_series.study_uuid as uuid', 'removed_series.upload_id'])
    .distinct()
    .where('removed_series.study_uuid', 'in', [...uuids])
    .where('upload.team_id', '=', teamId)
    .where('upload.user_id', '=', userId)
    .execute();
}

/** PCALL-08. Repeatable; a finished upload can no longer be dropped. */
export async function dropUpload(context: ServerContext, caller: UploadCaller, session: string): Promise<void> {
  const upload = await requireUpload(context.db.read, caller, session);
  const seq = await context.db.write(async (tx) => {
    const current = await tx.selectFrom('upload').selectAll().where('id', '=', upload.id).$call(lockRows(tx)).executeTakeFirstOrThrow();
    const next = nextUploadState(current.state, 'drop');
    if (next === null) throw new Refusal('session_closed');
    if (next === current.state) return null;
    await context.jobs.cancelGroup(tx, jobGroupOf(upload.id));
    await context.jobs.cancelGroup(tx, readingGroupOf(upload.id));
    await endTake(tx, context, upload.id);
    return endUpload(tx, context, current, next);
  });
  context.jobs.wake();
  if (seq !== null) {
    context.measures?.uploadEnded('dropped');
    context.news.toTeam(upload.team_id, 'change', { seq });
  }
  await clearDroppedUpload(context, upload);
}

/** All files of an upload are in a file area: nobody has to name what became of them. Returns what follows the commit. */
export async function finishTaken(tx: Writer, context: ServerContext, uploadId: number): Promise<() => Promise<void>> {
  const upload = await tx.selectFrom('upload').selectAll().where('id', '=', uploadId).$call(lockRows(tx)).executeTakeFirstOrThrow();
  const next = nextUploadState(upload.state, 'finish');
  if (next === null) return () => Promise.resolve();
  const seq = await endUpload(tx, context, upload, next);
  return async () => {
    context.measures?.uploadEnded('finished');
    context.news.toTeam(upload.team_id, 'change', { seq });
    await clearBatch(context, upload);
  };
}

/**
 * At the start of the server: finishes what a kill left half done, and checks for objects that a restored database names and that are
 * missing.
 */
export async function healUploads(context: ServerContext): Promise<void> {
  const uploads = await context.db.read.selectFrom('upload').selectAll().orderBy('id').execute();
  for (const upload of uploads) {
    if (upload.state === 'dropped') await clearDroppedUpload(context, upload);
    else await takeInventoryOnce(context, upload);
    if (upload.state === 'open') await proveStoredFiles(context, upload, await unprovenWholeFiles(context.db.read, upload.id));
  }
  for (const upload of await finishedWithBatch(context.db.read)) await clearBatch(context, upload);
  await clearStrays(context);
}

/** A kill came between the end of an upload and the clearing of its unmoved files. */
async function finishedWithBatch(db: Reader): Promise<Upload[]> {
  return db
    .selectFrom('upload')
    .innerJoin('batch', 'batch.upload_id', 'upload.id')
    .selectAll('upload')
    .where('upload.state', '=', 'finished')
    .execute();
}

/** Bytes first, rows last: while a row exists, its bytes can be found and cleared. */
async function clearDroppedUpload(context: ServerContext, upload: Upload): Promise<void> {
  for (const study of await studiesOf(context.db.read, upload.id)) {
    if (!study.hasEnded) await clearStudy(context, upload, study);
  }
  await context.db.write((tx) => tx.deleteFrom('chunk').where('upload_id', '=', upload.id).execute());
  await clearBatch(context, upload);
}

/** No upload joins it once its upload is dropped (joinStudy), so the uploads that share it do not change after this check. */
async function clearStudy(context: ServerContext, upload: Upload, { id, uuid }: { id: number; uuid: string }): Promise<void> {
  const folder = `team-${upload.team_id}/study-${uuid}`;
  const isShared = await context.db.write(async (tx) => {
    await tx.selectFrom('study').select('id').where('id', '=', id).$call(lockRows(tx)).executeTakeFirst();
    const other = tx.selectFrom('series').select('id').where('study_id', '=', id).where('upload_id', '<>', upload.id);
    return (await other.limit(1).executeTakeFirst()) !== undefined;
  });
  if (!isShared) {
    await context.objects.removeAll(folder);
    await context.db.write(async (tx) => {
      const gone = await tx.deleteFrom('study').where('id', '=', id).returning('patient_id').executeTakeFirst();
      if (gone !== undefined) await removeIfEmpty(tx, gone.patient_id);
    });
    return;
  }
  for (const { key } of await objectsOfSeries(context.db.read, { uploadId: upload.id, studyId: id })) {
    if (key.startsWith(`${folder}/`)) await context.objects.remove(key);
  }
  const seq = await context.db.write(async (tx) => {
    await leaveStudy(tx, upload.id, id);
    await queueCheck(tx, context.jobs, { study: id });
    await writeSearchText(tx, id);
    return noteStudyChange(tx, { teamId: upload.team_id, studyUuid: uuid, now: context.now() });
  });
  context.jobs.wake();
  context.news.toTeam(upload.team_id, 'change', { seq });
}

async function endUpload(tx: Writer, context: ServerContext, upload: Upload, state: Upload['state']): Promise<number> {
  await tx.updateTable('upload').set({ state, updated_at: context.now() }).where('id', '=', upload.id).execute();
  await endTokenOfUpload(tx, upload.id);
  return appendChange(tx, { teamId: upload.team_id, kind: 'upload', ref: upload.session, now: context.now() });
}

async function uploadOf(db: Reader, id: number): Promise<Upload> {
  return db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The studies in which it has series, and whether these have ended. */
async function studiesOf(
  db: Reader | Writer,
  uploadId: number,
): Promise<{ id: number; uuid: string; hasEnded: boolean; isDeleted: boolean }[]> {
  const rows = await db
    .selectFrom('series')
    .innerJoin('study', 'study.id', 'series.study_id')
    .select(['study.id', 'study.uuid', 'study.deleted_at', 'series.state'])
    .where('series.upload_id', '=', uploadId)
    .orderBy('study.id')
    .execute();
  return [...Map.groupBy(rows, (row) => row.uuid)].map(([uuid, own]) => {
    const state = studyState(own.map((row) => row.state));
    return { id: own[0]!.id, uuid, hasEnded: state === 'converted' || state === 'error', isDeleted: own[0]!.deleted_at !== null };
  });
}
