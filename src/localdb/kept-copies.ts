import { Dexie } from 'dexie';
import { withConnection } from './connection.ts';
import { releaseCache } from './kept-cache.ts';
import { isQuotaError } from './quota.ts';
import { giveReserves, holdReserve, RESERVE_BYTES } from './reserve.ts';
import type { FileRow, LocalDb, SeriesRow, UploadRow } from './schema.ts';
import { moveFiles } from './series-counts.ts';
import { SEGMENT_BYTES } from './segment.ts';
import { dropIdleSegments } from './staged-file.ts';
import { deleteUploadRows } from './uploads.ts';

/**
 * Proved copies that are kept (docs/decisions/204-proved-copies-stay-a-day.md) give way to bytes that have nowhere else to be: of ended
 * uploads first, the oldest before, then proved files of uploads that are still on their way. Nothing that the server has not proved is
 * touched. Returns the bytes that were freed, which may be fewer than are needed.
 * Nothing goes of the upload `except`.
 */
export async function releaseKeptCopies(db: LocalDb, bytesNeeded: number, except?: string): Promise<number> {
  return withConnection(db, () => releaseUntil(db, bytesNeeded, except));
}

/**
 * For files that are being taken: what was only looked at goes first, for it is fetched again; a proved copy is a safety. A device may be too full
 * to write down what goes: 0, and it goes at another try.
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

/** [Note: Reserve]; null where there is no room for it, not even of what gives way. */
export async function holdReserveForUpload(db: LocalDb): Promise<(() => Promise<void>) | null> {
  return (await holdReserve(db)) ?? ((await releaseForUpload(db, RESERVE_BYTES)) > 0 ? holdReserve(db) : null);
}

/**
 * Does work on the database, and again after [Note: Reserve], the cache and then kept copies have given way to it: what a full device cannot write down
 * (that a chunk arrived, that an upload waits) is what the upload that would make room stands still for. One segment at a time: a browser
 * gives the room back later than it deletes, and the next try may be the one that finds it.
 * The copies of this upload stay: what is written may be that the server has lost them.
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
      // Inside a transaction there is nothing to repeat: who began it does.
      if (!isQuotaError(error) || Dexie.currentTransaction !== null || !(await hasFreed(ways))) throw error;
    }
  }
}

/** Goes on through the ways until one has freed something. */
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

/** 'Free … on this device': everything that is kept of one upload and not waited for by the server. Returns the bytes that were freed. */
export async function freeKeptCopies(db: LocalDb, uploadId: string): Promise<number> {
  return withConnection(db, () => releaseUpload(db, uploadId, Number.POSITIVE_INFINITY));
}

/** Whether bytes of it are on this device still. */
export function keepsBytes(series: readonly Pick<SeriesRow, 'bytes' | 'goneBytes'>[]): boolean {
  return series.some((row) => row.bytes > row.goneBytes);
}

/** Segment by segment, as far as is needed. An ended upload that the page shows no more goes altogether with its last bytes. */
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

/** Of an ended upload also what did not go: no press of Process can send it any more. */
async function releasable(db: LocalDb, upload: UploadRow): Promise<(file: FileRow) => boolean> {
  if (upload.phase !== 'ended') return (file) => file.state === 'proved';
  const series = await db.series.where('uploadId').equals(upload.id).toArray();
  const going = new Set(series.filter((row) => row.idx !== null).map((row) => row.id));
  return (file) => file.state === 'proved' || (file.state === 'stored' && file.seriesId !== null && !going.has(file.seriesId));
}

/** Files that share a segment, in the order of the segments. A file over several segments stands in each of their groups. */
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

/** Inside the transaction of the caller. */
async function removeForgotten(db: LocalDb, { id, phase, shown, legacy }: UploadRow): Promise<void> {
  if (phase !== 'ended' || shown === 1 || legacy !== undefined) return;
  if (keepsBytes(await db.series.where('uploadId').equals(id).toArray())) return;
  await deleteUploadRows(db, id);
  await db.uploads.delete(id);
}
