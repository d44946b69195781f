import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { NO_BRICKS } from '#server/rules/conversion/write-bricks.ts';
import { objectsOfSeries, type SeriesOfUpload } from './objects-of-series.ts';
import { conversionKeyOf, noteStudies, queueConversion, queueReading, readingKeyOf } from './series.ts';
import { fileStateOf, nextFileState, nextSeriesState, nextUploadState } from './states.ts';
import { receivingOf } from './receiving.ts';
import { studiesOfUpload } from '#server/rules/uploads/uploads-join.ts';
import type { Upload } from '#server/rules/uploads/uploads.ts';

/**
 * Checks whether the objects named by the rows of an upload exist. A server that was restored from a backup, or whose disk lost objects,
 * must not keep reporting files as verified. Checked once per upload and process, before the first answer about it and at the start: while
 * a process runs, nothing but the rules removes objects.
 *
 * Missing bytes count as not received: their pieces are deleted, and the rows of their chunks, so that any device that still has the bytes
 * sends them again. The series waits for them, and a finished upload is open again [Note: The states of what is received].
 */
export async function takeInventoryOnce(context: ServerContext, upload: Upload): Promise<void> {
  const { inventories } = receivingOf(context.db);
  const taken =
    inventories.get(upload.id) ??
    takeInventory(context, upload).catch((error: unknown) => {
      inventories.delete(upload.id);
      throw error;
    });
  inventories.set(upload.id, taken);
  return taken;
}

/** The store is empty: clients retry when it is back. */
export class StoreAway extends Refusal {
  constructor() {
    super('unavailable');
  }
}

/** Repeats the inventory because an object has just been missing. */
export async function takeInventoryAgain(context: ServerContext, upload: Upload): Promise<void> {
  receivingOf(context.db).inventories.delete(upload.id);
  return takeInventoryOnce(context, upload);
}

async function takeInventory(context: ServerContext, upload: Upload): Promise<void> {
  const missing: string[] = [];
  for (const { uuid, id } of await studiesOfUpload(context.db.read, upload.id).select(['id', 'uuid']).orderBy('id').execute()) {
    const series = { uploadId: upload.id, studyId: id };
    missing.push(...(await missingObjects(context, series, `team-${upload.team_id}/study-${uuid}`)));
  }
  if (missing.length === 0) return;
  // An empty store is taken to be unavailable: a disk that was not mounted must not cost a single row.
  if (await isEmpty(context.objects)) throw new StoreAway();
  const seq = await context.db.write((tx) => forgetObjects(tx, context, upload, missing));
  context.jobs.wake();
  if (seq !== null) context.news.toTeam(upload.team_id, 'change', { seq });
}

/** True if the store has not a single object. */
async function isEmpty(objects: ObjectStore): Promise<boolean> {
  for await (const _any of objects.list('')) return false;
  return true;
}

/**
 * Objects that rows of these series name and that are missing or too short. Some stores list objects late, so those not listed are looked
 * up by name.
 */
async function missingObjects({ db, objects }: ServerContext, series: SeriesOfUpload, prefix: string): Promise<string[]> {
  const wanted = await objectsOfSeries(db.read, series);
  if (wanted.length === 0) return [];
  const listed = new Map<string, number>();
  for await (const { key, bytes } of objects.list(`${prefix}/`)) listed.set(key, bytes);
  const missing: string[] = [];
  for (const { key, bytes } of wanted) {
    if ((listed.get(key) ?? -1) < bytes && ((await objects.size(key)) ?? -1) < bytes) missing.push(key);
  }
  return missing;
}

async function forgetObjects(tx: Writer, context: ServerContext, { id }: Upload, missing: readonly string[]): Promise<number | null> {
  const upload = await tx.selectFrom('upload').selectAll().where('id', '=', id).$call(lockRows(tx)).executeTakeFirstOrThrow();
  const state = nextUploadState(upload.state, 'lost');
  // Dropped meanwhile: its objects were deleted with it.
  if (state === null) return null;
  const now = context.now();
  const byFiles = await forgetFiles(tx, id, missing);
  const byVolumes = await forgetVolumes(tx, id, missing);
  for (const seriesId of byFiles) await moveSeries(tx, context, upload, seriesId, 'lost');
  for (const seriesId of byVolumes) if (!byFiles.has(seriesId)) await moveSeries(tx, context, upload, seriesId, 'volume-lost');
  if (byFiles.size > 0 && state !== upload.state) {
    await tx.updateTable('upload').set({ state, updated_at: now }).where('id', '=', id).execute();
    await appendChange(tx, { teamId: upload.team_id, kind: 'upload', ref: upload.session, now });
  }
  await forgetBricks(tx, id, missing);
  const byThumbnails = await forgetReadings(tx, context, upload, missing);
  const touched = [...byFiles, ...byVolumes, ...byThumbnails];
  if (touched.length === 0) return null;
  const studies = await tx.selectFrom('series').select('study_id').where('id', 'in', touched).execute();
  return noteStudies(
    tx,
    upload,
    now,
    studies.map((series) => series.study_id),
  );
}

/** Every file with a piece in a missing object starts again from the beginning: its pieces in other objects are sent again with it. */
async function forgetFiles(tx: Writer, uploadId: number, missing: readonly string[]): Promise<Set<number>> {
  const series = new Set<number>();
  for (const objectKey of missing) {
    const files = await tx
      .selectFrom('file')
      .select(['id', 'series_id', 'received', 'size', 'proved'])
      .where('upload_id', '=', uploadId)
      .where('id', 'in', (piece) => piece.selectFrom('piece').select('file_id').where('object_key', '=', objectKey))
      .execute();
    const lost = files.filter((file) => nextFileState(fileStateOf(file), 'lost') === 'receiving');
    if (lost.length === 0) continue;
    const ids = lost.map((file) => file.id);
    const touched = await tx.deleteFrom('piece').where('file_id', 'in', ids).returning('object_key').execute();
    await tx.updateTable('file').set({ received: 0, proved: 0 }).where('id', 'in', ids).execute();
    await tx
      .deleteFrom('chunk')
      .where('upload_id', '=', uploadId)
      .where('object_key', 'in', [...new Set(touched.map((piece) => piece.object_key))])
      .execute();
    for (const file of lost) series.add(file.series_id);
  }
  return series;
}

async function forgetVolumes(tx: Writer, uploadId: number, missing: readonly string[]): Promise<Set<number>> {
  const series = new Set<number>();
  for (const objectKey of missing) {
    const volumes = await tx
      .deleteFrom('volume')
      .where('object_key', '=', objectKey)
      .where('series_id', 'in', (own) => own.selectFrom('series').select('id').where('upload_id', '=', uploadId))
      .returning('series_id')
      .execute();
    for (const volume of volumes) series.add(volume.series_id);
  }
  return series;
}

/** A volume without its bricks is read as a whole. */
async function forgetBricks(tx: Writer, uploadId: number, missing: readonly string[]): Promise<void> {
  for (const objectKey of missing) {
    await tx
      .updateTable('volume')
      .set(NO_BRICKS)
      .where('bricks_key', '=', objectKey)
      .where('series_id', 'in', (own) => own.selectFrom('series').select('id').where('upload_id', '=', uploadId))
      .execute();
  }
}

/** A series whose thumbnail is missing is read again: now, or when its files are here again. */
async function forgetReadings(tx: Writer, { jobs }: ServerContext, upload: Upload, missing: readonly string[]): Promise<number[]> {
  const touched: number[] = [];
  for (const objectKey of missing) {
    const readings = await tx
      .deleteFrom('series_reading')
      .where('thumbnail_key', '=', objectKey)
      .where('series_id', 'in', (own) => own.selectFrom('series').select('id').where('upload_id', '=', upload.id))
      .returning('series_id')
      .execute();
    for (const { series_id: seriesId } of readings) {
      touched.push(seriesId);
      const { state } = await tx.selectFrom('series').select('state').where('id', '=', seriesId).executeTakeFirstOrThrow();
      if (state !== 'receiving') await queueReading(tx, jobs, upload, seriesId);
    }
  }
  return touched;
}

/** A waiting or running conversion is cancelled, because its files are missing. */
async function moveSeries(
  tx: Writer,
  { jobs, now }: ServerContext,
  upload: Upload,
  seriesId: number,
  event: 'lost' | 'volume-lost',
): Promise<void> {
  const current = await tx.selectFrom('series').select('state').where('id', '=', seriesId).executeTakeFirstOrThrow();
  const state = nextSeriesState(current.state, event);
  if (state === null) return;
  await jobs.cancel(tx, conversionKeyOf(seriesId));
  if (event === 'lost') await jobs.cancel(tx, readingKeyOf(seriesId));
  await tx
    .updateTable('series')
    .set((eb) => ({
      state,
      message: null,
      updated_at: now(),
      proved_files: eb
        .selectFrom('file')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('file.series_id', '=', seriesId)
        .where('file.proved', '=', 1),
    }))
    .where('id', '=', seriesId)
    .execute();
  if (state === 'proved') await queueConversion(tx, jobs, upload, seriesId);
}
