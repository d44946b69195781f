import { lockRows } from '#server/db/dialect.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { findBatch } from './batch/batch.ts';
import { clearBatch } from './batch/clear.ts';
import { appendChange } from './changes.ts';
import { Refusal, type Member, type ServerContext } from './context.ts';
import { tellNotified } from './notify.ts';
import { takeInventoryOnce } from './receive/inventory.ts';
import { readingGroupOf } from './receive/series.ts';
import { proveStoredFiles, unprovenWholeFiles } from './receive/proof.ts';
import { nextUploadState } from './receive/states.ts';
import { clearStrays } from './receive/strays.ts';
import { studyState } from './studies-state.ts';
import { notifyOfFinished } from './uploads-notices.ts';
import { endTokenOfUpload } from './upload-tokens.ts';
import { jobGroupOf, requireUpload, type Upload, type UploadCaller } from './uploads.ts';

/**
 * How an upload ends.
 *
 *     open ──finish: every study named by its owner, every series ended──▶ finished
 *       └────drop──▶ dropped, then its studies that are not whole are cleared, bytes first
 *
 * With either the upload token ends. A study whose series have all ended is no longer the upload's alone: others see it, the device may
 * have let go of its copy. Dropping leaves it.
 */

/** CALL-053. The client has seen the end of these studies; an upload all of whose studies are named and have ended is closed. Repeatable. */
export async function finishUploads(context: ServerContext, caller: Member, studyUuids: readonly string[]): Promise<void> {
  const named = new Set(studyUuids);
  if (named.size === 0) return;
  const studies = await context.db.read
    .selectFrom('study')
    .innerJoin('upload', 'upload.id', 'study.upload_id')
    .select(['study.uuid', 'study.upload_id'])
    .where('study.uuid', 'in', [...named])
    .where('upload.team_id', '=', caller.teamId)
    .where('upload.user_id', '=', caller.userId)
    .execute();
  if (studies.length < named.size) throw new Refusal('not_found');
  for (const uploadId of new Set(studies.map((study) => study.upload_id))) {
    await takeInventoryOnce(context, await uploadOf(context.db.read, uploadId));
    const ended = await context.db.write(async (tx) => {
      const upload = await tx.selectFrom('upload').selectAll().where('id', '=', uploadId).$call(lockRows(tx)).executeTakeFirst();
      const next = upload === undefined ? null : nextUploadState(upload.state, 'finish');
      if (upload === undefined || next === null) return null;
      // Archives of it are still on their way, or being opened.
      const batch = await findBatch(tx, uploadId);
      if (batch !== null && batch.state !== 'read') return null;
      const own = await studiesOf(tx, uploadId);
      if (!own.every((study) => named.has(study.uuid) && study.hasEnded)) return null;
      const seq = await endUpload(tx, context, upload, next);
      return { seq, notified: await notifyOfFinished(tx, upload, context.now()) };
    });
    const upload = await uploadOf(context.db.read, uploadId);
    // Also where it had ended before: what was asked again may have failed on the way.
    if (upload.state === 'finished') await clearBatch(context, upload);
    if (ended === null) continue;
    context.news.toTeam(caller.teamId, 'change', { seq: ended.seq });
    tellNotified(context.news, ended.notified);
  }
}

/** PCALL-08. Repeatable; a finished upload is no longer there to be dropped. */
export async function dropUpload(context: ServerContext, caller: UploadCaller, session: string): Promise<void> {
  const upload = await requireUpload(context.db.read, caller, session);
  const seq = await context.db.write(async (tx) => {
    const current = await tx.selectFrom('upload').selectAll().where('id', '=', upload.id).$call(lockRows(tx)).executeTakeFirstOrThrow();
    const next = nextUploadState(current.state, 'drop');
    if (next === null) throw new Refusal('session_closed');
    if (next === current.state) return null;
    await context.jobs.cancelGroup(tx, jobGroupOf(upload.id));
    await context.jobs.cancelGroup(tx, readingGroupOf(upload.id));
    return endUpload(tx, context, current, next);
  });
  context.jobs.wake();
  if (seq !== null) context.news.toTeam(upload.team_id, 'change', { seq });
  await clearDroppedUpload(context, upload);
}

/**
 * At the start of the server. What a kill left half done is done: nothing of it was promised to anybody, it only waits no longer. And what
 * was promised is looked after: objects that a restored database names and that are not there.
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

/** A kill came between the end of an upload and the clearing of what was not moved. */
async function finishedWithBatch(db: Reader): Promise<Upload[]> {
  return db
    .selectFrom('upload')
    .innerJoin('batch', 'batch.upload_id', 'upload.id')
    .selectAll('upload')
    .where('upload.state', '=', 'finished')
    .execute();
}

/** Bytes first, rows last: as long as a row is there, the bytes can be found and cleared. */
async function clearDroppedUpload(context: ServerContext, upload: Upload): Promise<void> {
  for (const study of await studiesOf(context.db.read, upload.id)) {
    if (study.hasEnded) continue;
    await context.objects.removeAll(`team-${upload.team_id}/study-${study.uuid}`);
    await context.db.write((tx) => tx.deleteFrom('study').where('uuid', '=', study.uuid).execute());
  }
  await context.db.write((tx) => tx.deleteFrom('chunk').where('upload_id', '=', upload.id).execute());
  await clearBatch(context, upload);
}

async function endUpload(tx: Writer, context: ServerContext, upload: Upload, state: Upload['state']): Promise<number> {
  await tx.updateTable('upload').set({ state, updated_at: context.now() }).where('id', '=', upload.id).execute();
  await endTokenOfUpload(tx, upload.id);
  return appendChange(tx, { teamId: upload.team_id, kind: 'upload', ref: upload.session, now: context.now() });
}

async function uploadOf(db: Reader, id: number): Promise<Upload> {
  return db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function studiesOf(db: Reader | Writer, uploadId: number): Promise<{ uuid: string; hasEnded: boolean }[]> {
  const rows = await db
    .selectFrom('study')
    .leftJoin('series', 'series.study_id', 'study.id')
    .select(['study.uuid', 'series.state'])
    .where('study.upload_id', '=', uploadId)
    .execute();
  const statesByUuid = Map.groupBy(rows, (row) => row.uuid);
  return [...statesByUuid].map(([uuid, own]) => {
    const state = studyState(own.flatMap((row) => (row.state === null ? [] : [row.state])));
    return { uuid, hasEnded: state === 'converted' || state === 'error' };
  });
}
