import { Dexie } from 'dexie';
import { withConnection } from '#localdb/connection.ts';
import { releaseCache } from './offline-cache.ts';
import { isQuotaError } from '#localdb/quota.ts';
import { giveReserves, holdReserve, RESERVE_BYTES } from '#localdb/files/reserved-space.ts';
import type { FileRow, LocalDb, SeriesRow, UploadRow } from '#localdb/schema.ts';
import { moveFiles } from '#localdb/upload/series-counts.ts';
import { SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { dropIdleSegments } from '#localdb/files/staged-file.ts';
import { deleteUploadRows } from '#localdb/upload/uploads.ts';

/**
 * Deletes verified copies (docs/decisions/204-local-copies-after-upload.md) to free space for bytes that exist only here: first those of ended
 * uploads, oldest first, then verified files of uploads in progress. Files that the server has not verified are never deleted. Returns the freed
 * bytes, which may be fewer than needed. Skips the upload `except`.
 */
export async function releaseKeptCopies(db: LocalDb, bytesNeeded: number, except?: string): Promise<number> {
  return withConnection(db, () => releaseUntil(db, bytesNeeded, except));
}

/**
 * Frees space for new files. Viewed images go first, because they can be downloaded again; a verified copy is a safety. If the device is too full
 * even for these deletions, returns 0 and frees the space at the next try.
 */
export async function releaseForUpload(db: LocalDb, bytesNeeded: number): Promise<number> {
  try {
    const freed = await releaseCache(db, bytesNeeded);
    return freed < bytesNeeded ? freed + (await releaseKeptCopies(db, bytesNeeded - freed)) : freed;
  } catch (error) {
    if (isQuotaError(error)) return 0;
    throw error;
  }
}

/** [Note: Reserve]; null if there is no space for it, even after freeing some. */
export async function holdReserveForUpload(db: LocalDb): Promise<(() => Promise<void>) | null> {
  return (await holdReserve(db, 'intake')) ?? ((await releaseForUpload(db, RESERVE_BYTES)) > 0 ? holdReserve(db, 'intake') : null);
}

/**
 * Runs work on the database. If the device is full, frees [Note: Reserve], the cache and then kept copies, and retries: an upload that could free
 * space must not stop because a full device cannot store that a chunk arrived or that the upload waits. Frees one segment at a time, because a
 * browser returns the space later than it deletes, and the next try may already succeed. The copies of this upload are kept, because the write may
 * say that the server has lost them.
 */
export async function withRoom<T>(db: LocalDb, uploadId: string, work: () => Promise<T>): Promise<T> {
  const ways = [
    () => giveReserves(db),
    () => releaseCache(db, SEGMENT_BYTES),
    () => releaseKeptCopies(db, SEGMENT_BYTES, uploadId),
  ].values();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // Inside a transaction nothing is repeated: the caller that began it does that.
      if (!isQuotaError(error) || Dexie.currentTransaction !== null || !(await hasFreed(ways))) throw error;
    }
  }
}

/** Tries the ways in order until one has freed something. */
async function hasFreed(ways: Iterator<() => Promise<number>>): Promise<boolean> {
  for (let way = ways.next(); !way.done; way = ways.next()) if ((await way.value()) > 0) return true;
  return false;
}

async function releaseUntil(db: LocalDb, bytesNeeded: number, except: string | undefined): Promise<number> {
  const ended = await db.uploads.where('phase').equals('ended').toArray();
  const going = await db.uploads.where('phase').anyOf('queued', 'prepared', 'registered', 'sent').toArray();
  const inOrder = [...ended.sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0)), ...going.sort((a, b) => a.createdAt - b.createdAt)];
  let freed = 0;
  for (const upload of inOrder) {
    if (freed >= bytesNeeded) break;
    if (upload.id !== except) freed += await releaseUpload(db, upload.id, bytesNeeded - freed);
  }
  return freed;
}

/** 'Free … on this device': deletes everything of one upload that is kept but no longer needed for sending. Returns the freed bytes. */
export async function freeKeptCopies(db: LocalDb, uploadId: string): Promise<number> {
  return withConnection(db, () => releaseUpload(db, uploadId, Number.POSITIVE_INFINITY));
}

/** Whether bytes of it are still on this device. */
export function keepsBytes(series: readonly Pick<SeriesRow, 'bytes' | 'goneBytes'>[]): boolean {
  return series.some((row) => row.bytes > row.goneBytes);
}

/** Segment by segment, as far as needed. An ended upload that is not shown is deleted with its last bytes. */
async function releaseUpload(db: LocalDb, uploadId: string, bytesNeeded: number): Promise<number> {
  return db.transaction('rw', db.tables, async () => {
    const upload = await db.uploads.get(uploadId);
    if (!upload) return 0;
    const files = await db.files.where('uploadId').equals(uploadId).toArray();
    const fileById = new Map(files.map((file) => [file.id, file]));
    const mayGo = await releasable(db, upload);
    let freed = 0;
    for (const together of bySegment(files)) {
      if (freed >= bytesNeeded) break;
      if (!together.every((file) => mayGo(file) || file.state === 'released' || file.state === 'skipped')) continue;
      const released = await moveFiles(db, together.filter(mayGo), 'released');
      for (const { id, state } of released) Object.assign(fileById.get(id) ?? {}, { state });
      freed += await dropIdleSegments(
        db,
        released.flatMap((file) => file.segmentIds),
      );
    }
    await removeForgotten(db, upload);
    return freed;
  });
}

/** For an ended upload also the files that were not sent, because Process can no longer be pressed. */
async function releasable(db: LocalDb, upload: UploadRow): Promise<(file: FileRow) => boolean> {
  if (upload.phase !== 'ended') return (file) => file.state === 'proved';
  const series = await db.series.where('uploadId').equals(upload.id).toArray();
  const going = new Set(series.filter((row) => row.idx !== null).map((row) => row.id));
  return (file) => file.state === 'proved' || (file.state === 'stored' && file.seriesId !== null && !going.has(file.seriesId));
}

/** Files that share a segment, in the order of the segments. A file in several segments is in each of their groups. */
function bySegment(files: readonly FileRow[]): FileRow[][] {
  const groups = new Map<string, FileRow[]>();
  for (const file of files) {
    for (const segmentId of file.segmentIds) {
      const group = groups.get(segmentId) ?? [];
      group.push(file);
      groups.set(segmentId, group);
    }
  }
  return [...groups.values()];
}

/** Call inside a transaction. */
async function removeForgotten(db: LocalDb, { id, phase, shown, legacy }: UploadRow): Promise<void> {
  if (phase !== 'ended' || shown === 1 || legacy !== undefined) return;
  if (keepsBytes(await db.series.where('uploadId').equals(id).toArray())) return;
  await deleteUploadRows(db, id);
  await db.uploads.delete(id);
}
