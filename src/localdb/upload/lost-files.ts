import { planChunks, UPLOAD_CHUNKS } from '#model/uploads/chunk-plan.ts';
import type { ChunkPartRow, ChunkRow, FileRow, LocalDb, SeriesRow, StagedPiece, UploadRow } from '#localdb/schema.ts';
import { moveFiles } from './series-counts.ts';
import { dropIdleSegments, locate } from '#localdb/files/staged-file.ts';

/**
 * [Note: Lost files]
 *
 * A browser may remove staged bytes. Files that are affected are marked `lost` and listed; the others continue. Their series still waits for the
 * announced number of files, because an incomplete series must not be converted as if it were complete. If the same file is chosen again, the
 * row gets its bytes back and the upload resumes automatically. A chunk index is never used for two contents, because the server may have what
 * was sent under it: a chunk that loses a part is withdrawn, and the rest is sent under a new index.
 */

/** Files of these series whose bytes were lost. Read from the series that count some, so a view without any costs nothing. */
export async function lostFiles(db: LocalDb, series: readonly SeriesRow[]): Promise<FileRow[]> {
  const hit = series.filter((row) => row.lostFiles > 0).map((row) => row.id);
  if (hit.length === 0) return [];
  return db.files
    .where('seriesId')
    .anyOf(hit)
    .filter((file) => file.state === 'lost')
    .toArray();
}

/** By an index: it is asked at every commit and chunk, and there are nearly always none. */
async function seriesWithLostFiles(db: LocalDb): Promise<SeriesRow[]> {
  return db.series.where('lostFiles').above(0).toArray();
}

/** Every byte that is still here is on the server, and the rest waits for the user to choose the lost files again. */
export async function waitsForLostFilesOnly(db: LocalDb, { id, phase }: Pick<UploadRow, 'id' | 'phase'>): Promise<boolean> {
  if (phase !== 'registered') return false;
  const hit = await seriesWithLostFiles(db);
  if (!hit.some((row) => row.uploadId === id && row.idx !== null)) return false;
  const going = (await db.series.where('uploadId').equals(id).toArray()).filter((row) => row.idx !== null);
  if (going.some((row) => row.provedFiles + row.lostFiles < row.files)) return false;
  return (await db.chunks.where('[uploadId+state]').equals([id, 'waiting']).count()) === 0;
}

/** These could not be read. Immediately checks which others have lost their bytes as well. */
export async function saveLost(db: LocalDb, uploadId: string, fileIds: readonly string[]): Promise<void> {
  await db.transaction('rw', [db.files, db.chunks, db.series, db.segments], async () => {
    const files = (await db.files.bulkGet([...fileIds])).filter((file) => file !== undefined);
    await moveFiles(db, files, 'missing');
    await findMissing(db, uploadId);
    await withdrawLost(db, uploadId);
  });
}

/**
 * Marks the files whose segments are gone. Uses only the keys: while all segments exist no row is read, because ten thousand rows would block the
 * page for 40 ms. Call inside a transaction.
 */
export async function findMissing(db: LocalDb, uploadId: string): Promise<void> {
  const here = new Set(await db.segments.toCollection().primaryKeys());
  const named = (await db.files.orderBy('segmentIds').uniqueKeys()) as string[];
  const gone = named.filter((segmentId) => !here.has(segmentId));
  if (gone.length === 0) return;
  const hit = db.files.where('segmentIds').anyOf(gone).distinct();
  await moveFiles(db, await hit.filter((file) => file.uploadId === uploadId).toArray(), 'missing');
}

/**
 * Removes files that have no bytes here from the waiting chunks: lost ones, and verified ones that were released. If a server refuses one file of a
 * chunk, it asks for the whole chunk again, including the verified files. Call inside a transaction.
 */
export async function withdrawLost(db: LocalDb, uploadId: string): Promise<void> {
  const series = await db.series.where('uploadId').equals(uploadId).toArray();
  if (series.every((row) => row.goneBytes === 0)) return;
  const files = await db.files.where('uploadId').equals(uploadId).toArray();
  const gone = new Set(files.filter((file) => file.state === 'lost' || file.state === 'released').map((file) => file.id));
  const isHit = (chunk: ChunkRow): boolean => chunk.parts.some((part) => gone.has(part.fileId));
  const hit = await db.chunks.where('[uploadId+state]').equals([uploadId, 'waiting']).filter(isHit).toArray();
  for (const chunk of hit) {
    await db.chunks.update([uploadId, chunk.index], { state: 'withdrawn', parts: [], bytes: 0 });
    await addChunk(
      db,
      chunk,
      chunk.parts.filter((part) => !gone.has(part.fileId)),
    );
  }
}

async function addChunk(db: LocalDb, { uploadId, studyId }: Pick<ChunkRow, 'uploadId' | 'studyId'>, parts: ChunkPartRow[]): Promise<void> {
  if (parts.length === 0) return;
  const last = await db.chunks.where('uploadId').equals(uploadId).last();
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  await db.chunks.add({ uploadId, index: (last?.index ?? -1) + 1, studyId, parts, bytes, state: 'waiting' });
}

/** Lost files of any upload with one of these contents. */
export async function lostFilesOf(db: LocalDb, contents: readonly string[]): Promise<FileRow[]> {
  const uploadIds = [...new Set((await seriesWithLostFiles(db)).map((row) => row.uploadId))];
  if (uploadIds.length === 0 || contents.length === 0) return [];
  const wanted = new Set(contents);
  return db.files
    .where('uploadId')
    .anyOf(uploadIds)
    .filter((file) => file.state === 'lost' && file.problem === null && wanted.has(contentOf(file)))
    .toArray();
}

/** The content that the user must choose to restore a file: for a de-identified one that of its original. */
export function contentOf({ sha256, original }: Pick<FileRow, 'sha256' | 'original'>): string {
  return original?.sha256 ?? sha256;
}

/** Where its bytes are now. A de-identified file also needs its own header: null if that is gone. */
async function piecesOfReturned(db: LocalDb, { lost, pieces }: ReturnedFile): Promise<StagedPiece[] | null> {
  if (!lost.original) return pieces;
  const mended: StagedPiece[] = [];
  const own: StagedPiece[] = [];
  let at = 0;
  for (const range of [...lost.original.ranges, { at: lost.size, from: 0, length: 0 }]) {
    const literal = locate({ file: lost, offset: at, length: range.at - at });
    own.push(...literal);
    mended.push(...literal, ...locate({ file: { pieces }, offset: range.from, length: range.length }));
    at = range.at + range.length;
  }
  const needed = segmentsOf(own);
  return (await db.segments.where('id').anyOf(needed).count()) === needed.length ? mended : null;
}

export interface ReturnedFile {
  lost: FileRow;
  pieces: StagedPiece[];
}

/** Files with these contents were chosen again: their bytes are in these pieces and will be sent. Call inside a transaction. */
export async function returnLostFiles(db: LocalDb, returned: readonly ReturnedFile[]): Promise<void> {
  const rows: FileRow[] = [];
  for (const each of returned) {
    const { lost } = each;
    const pieces = await piecesOfReturned(db, each);
    if (pieces === null) continue;
    rows.push(lost);
    const segmentIds = segmentsOf(pieces);
    await db.files.update(lost.id, { pieces, segmentIds });
    await dropIdleSegments(
      db,
      lost.segmentIds.filter((segmentId) => !segmentIds.includes(segmentId)),
    );
  }
  await moveFiles(db, rows, 'committed');
  for (const uploadId of new Set(rows.map((row) => row.uploadId))) {
    await queueMissingParts(
      db,
      uploadId,
      rows.filter((row) => row.uploadId === uploadId),
    );
  }
}

export function segmentsOf(pieces: readonly StagedPiece[]): string[] {
  return [...new Set(pieces.map((piece) => piece.segmentId))];
}

async function queueMissingParts(db: LocalDb, uploadId: string, rows: readonly FileRow[]): Promise<void> {
  const upload = await db.uploads.get(uploadId);
  if (!upload || upload.phase === 'none') return;
  const series = await db.series.where('uploadId').equals(uploadId).toArray();
  const studyIdBySeries = new Map(series.filter((row) => row.idx !== null).map((row) => [row.id, row.studyId]));
  const carried = (await db.chunks.where('uploadId').equals(uploadId).toArray()).flatMap((chunk) => chunk.parts);
  for (const studyId of new Set(studyIdBySeries.values())) {
    const files = rows.filter((row) => row.seriesId !== null && studyIdBySeries.get(row.seriesId) === studyId);
    const missing = files.flatMap((file) => uncarried(file, carried));
    for (const parts of packParts(missing)) await addChunk(db, { uploadId, studyId }, parts);
  }
  // Also notifies observers of the queue that there is something to send.
  await db.uploads.update(uploadId, { waiting: null });
}

/** The ranges of a file that no chunk carries. What a confirmed chunk carried is on the server. */
function uncarried(file: FileRow, carried: readonly ChunkPartRow[]): ChunkPartRow[] {
  const own = carried.filter((part) => part.fileId === file.id).sort((a, b) => a.offset - b.offset);
  const missing: ChunkPartRow[] = [];
  let at = 0;
  for (const part of [...own, { offset: file.size, length: 0 }]) {
    if (part.offset > at) missing.push({ fileId: file.id, seriesId: file.seriesId ?? '', offset: at, length: part.offset - at });
    at = Math.max(at, part.offset + part.length);
  }
  return missing;
}

/** Ranges are packed like whole files: each is treated as a file that begins at its offset. */
function packParts(ranges: readonly ChunkPartRow[]): ChunkPartRow[][] {
  const rangeByName = new Map(ranges.map((range, n) => [String(n), range]));
  const planned = [...rangeByName].map(([fileId, { seriesId, length }]) => ({ fileId, seriesId, size: length }));
  return planChunks(planned, UPLOAD_CHUNKS).map((parts) =>
    parts.flatMap((part) => {
      const range = rangeByName.get(part.fileId);
      return range ? [{ ...range, offset: range.offset + part.offset, length: part.length }] : [];
    }),
  );
}
