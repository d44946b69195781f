import type { Selectable } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { FileTable, PieceTable } from '#server/db/schema.ts';
import { Refusal } from '#server/rules/context.ts';
import { uncovered } from './coverage.ts';
import type { PackedChunk, PackedFile } from './packed.ts';
import { fileStateOf, nextFileState } from './states.ts';
import { advanceSeries, type SeriesAdvance } from './series.ts';
import { assertQuotaForFiles } from '#server/rules/uploads/uploads-quota.ts';
import { lockOpenUpload, type Upload } from '#server/rules/uploads/uploads.ts';

/** A chunk whose bytes are durable, with the findings about them; only its rows are still missing. */
export interface StoredChunk {
  upload: Upload;
  packed: PackedChunk;
  sha256: string;
  objectKey: string;
  seriesIdByClientId: ReadonlyMap<string, number>;
  /** Files that are complete in this chunk and match their SHA-256. */
  equal: ReadonlySet<string>;
  /** Files that are complete in this chunk and do not match: nothing is recorded of them, so that they can be sent again. */
  different: ReadonlySet<string>;
  bytesPerTeam: number | null | undefined;
}

/**
 * All rows of one chunk, in one transaction: files, pieces, received and verified counts, the series completed by it and their conversion.
 * The row of the chunk itself means that everything in it is stored: if a file of it was wrong there is none, and the same chunk is
 * accepted again.
 */
export async function writeChunkRows(tx: Writer, advance: SeriesAdvance, chunk: StoredChunk): Promise<WrittenChunk> {
  const { upload, packed, objectKey, different } = chunk;
  await lockOpenUpload(tx, upload.id);
  const held = await heldSha256(tx, upload, packed.header.chunk);
  if (held !== null && held !== chunk.sha256) throw new Refusal('conflict');
  // Another process has stored the same chunk meanwhile, under another key.
  if (held !== null) return { seq: null, unneeded: [objectKey], verified: null };

  const files = packed.files.filter((file) => !different.has(file.fileId));
  const { rowByFileId, superseded, verified } = await takeFiles(tx, chunk, files);
  const pieces = await writePieces(tx, chunk, files, rowByFileId);
  if (different.size === 0) {
    await tx
      .insertInto('chunk')
      .values({
        upload_id: upload.id,
        chunk_index: packed.header.chunk,
        sha256: chunk.sha256,
        bytes: packed.body.length,
        object_key: objectKey,
        created_at: advance.now,
      })
      .execute();
  }
  const seq = await advanceSeries(
    tx,
    advance,
    upload,
    files.map((file) => seriesIdOf(chunk, file)),
  );
  return { seq, unneeded: pieces === 0 ? [...superseded, objectKey] : superseded, verified };
}

/**
 * `seq`: number in the team's log if a series became complete. `unneeded`: objects that may have no piece (left). `verified`: number of files that became
 * verified; null if the chunk was stored already.
 */
export interface WrittenChunk {
  seq: number | null;
  unneeded: readonly string[];
  verified: number | null;
}

/** SHA-256 of the chunk that is stored under this number; null if there is none. */
export async function heldSha256(db: Reader | Writer, upload: Upload, chunkIndex: number): Promise<string | null> {
  const row = await db
    .selectFrom('chunk')
    .select('sha256')
    .where('upload_id', '=', upload.id)
    .where('chunk_index', '=', chunkIndex)
    .executeTakeFirst();
  return row?.sha256 ?? null;
}

type FileRow = Selectable<FileTable>;

interface TakenFiles {
  rowByFileId: Map<string, FileRow>;
  /** Objects with pieces of files that are now complete in this chunk. */
  superseded: string[];
  /** Number of files that became verified. */
  verified: number;
}

/** Returns the row of each file (one at least), made if it is new: already verified if the file is complete and matches. */
async function takeFiles(tx: Writer, chunk: StoredChunk, files: PackedFile[]): Promise<TakenFiles> {
  const known = await tx
    .selectFrom('file')
    .selectAll()
    .where('upload_id', '=', chunk.upload.id)
    .where(
      'client_file_id',
      'in',
      files.map((file) => file.fileId),
    )
    .execute();
  const rowByFileId = new Map(known.map((row) => [row.client_file_id, row]));
  for (const file of files) assertSameFile(rowByFileId.get(file.fileId), file, seriesIdOf(chunk, file));
  const begun = known.filter((row) => chunk.equal.has(row.client_file_id) && nextFileState(fileStateOf(row), 'equal') === 'proved');
  const { rows, superseded } = await supersedePieces(tx, begun);
  for (const row of rows) rowByFileId.set(row.client_file_id, row);

  const fresh = files.filter((file) => !rowByFileId.has(file.fileId));
  const verified = rows.length + fresh.filter((file) => chunk.equal.has(file.fileId)).length;
  if (fresh.length === 0) return { rowByFileId, superseded, verified };
  const made = await tx
    .insertInto('file')
    .values(
      fresh.map((file) => ({
        upload_id: chunk.upload.id,
        series_id: seriesIdOf(chunk, file),
        client_file_id: file.fileId,
        name: file.name,
        size: file.size,
        sha256: file.sha256,
        original_sha256: file.originalSha256,
        received: 0,
        proved: chunk.equal.has(file.fileId) ? (1 as const) : (0 as const),
      })),
    )
    .returningAll()
    .execute();
  for (const row of made) rowByFileId.set(row.client_file_id, row);
  await assertWithinAnnouncement(
    tx,
    chunk.upload.id,
    fresh.map((file) => seriesIdOf(chunk, file)),
  );
  await assertQuotaForFiles(tx, chunk.bytesPerTeam, chunk.upload);
  return { rowByFileId, superseded, verified };
}

/** Begun by other chunks, now complete and matching in this one: it is verified on these very bytes, so they become its only piece. */
async function supersedePieces(tx: Writer, begun: FileRow[]): Promise<{ rows: FileRow[]; superseded: string[] }> {
  if (begun.length === 0) return { rows: [], superseded: [] };
  const ids = begun.map((row) => row.id);
  const pieces = await tx.deleteFrom('piece').where('file_id', 'in', ids).returning('object_key').execute();
  const rows = await tx.updateTable('file').set({ received: 0, proved: 1 }).where('id', 'in', ids).returningAll().execute();
  return { rows, superseded: [...new Set(pieces.map((piece) => piece.object_key))] };
}

/** Other content under a known file id is a client error, and nothing of it is stored. */
export function assertSameFile(row: Pick<FileRow, 'size' | 'sha256' | 'series_id'> | undefined, file: PackedFile, seriesId: number): void {
  if (row === undefined) return;
  if (row.size !== file.size || row.sha256 !== file.sha256 || row.series_id !== seriesId) throw new Refusal('conflict');
}

/** A series is complete once the announced number of files is verified; additional files would arrive after its end. */
async function assertWithinAnnouncement(tx: Writer, uploadId: number, seriesIds: number[]): Promise<void> {
  const counts = await tx
    .selectFrom('file')
    .innerJoin('series', 'series.id', 'file.series_id')
    .select((eb) => ['series.file_count', eb.fn.countAll<number>().as('count')])
    .where('series.id', 'in', [...new Set(seriesIds)])
    .groupBy(['series.id', 'series.file_count'])
    .execute();
  if (counts.some(({ count, file_count }) => count > file_count)) {
    throw new Refusal('invalid', { errors: { parts: [marked('The series has more files than were announced.')] } });
  }
  const { files } = await tx
    .selectFrom('file')
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .where('upload_id', '=', uploadId)
    .executeTakeFirstOrThrow();
  if (files > LIMITS.filesPerUpload) throw new Refusal('too_large', { limit: { name: 'filesPerUpload', max: LIMITS.filesPerUpload } });
}

/**
 * Returns the number of pieces. Records only missing ranges: bytes that are sent again in other portions are not stored twice, and pieces
 * never overlap.
 */
async function writePieces(tx: Writer, chunk: StoredChunk, files: PackedFile[], rowByFileId: Map<string, FileRow>): Promise<number> {
  const wanting = files.filter((file) => rowOf(rowByFileId, file).received < file.size);
  if (wanting.length === 0) return 0;
  const heldByRowId = await piecesByFile(
    tx,
    wanting
      .map((file) => rowOf(rowByFileId, file))
      .filter((row) => row.received > 0)
      .map((row) => row.id),
  );
  const pieces: PieceTable[] = [];
  const receivedByRowId = new Map<number, number>();
  for (const file of wanting) {
    const row = rowOf(rowByFileId, file);
    const held = heldByRowId.get(row.id) ?? [];
    for (const part of file.parts) {
      for (const gap of uncovered(held, part)) {
        held.push(gap);
        pieces.push({
          file_id: row.id,
          file_offset: gap.offset,
          length: gap.length,
          object_key: chunk.objectKey,
          object_offset: part.at + gap.offset - part.offset,
        });
      }
    }
    receivedByRowId.set(
      row.id,
      held.reduce((sum, piece) => sum + piece.length, 0),
    );
  }
  if (pieces.length > 0) await tx.insertInto('piece').values(pieces).execute();
  await writeReceived(
    tx,
    wanting.map((file) => rowOf(rowByFileId, file)),
    receivedByRowId,
  );
  return pieces.length;
}

/** Complete files, nearly all of them, in one statement; parts of larger ones one by one. */
async function writeReceived(tx: Writer, rows: FileRow[], receivedByRowId: Map<number, number>): Promise<void> {
  const whole = rows.filter((row) => receivedByRowId.get(row.id) === row.size);
  const partial = rows.filter((row) => receivedByRowId.get(row.id) !== row.size);
  if (whole.length > 0) {
    await tx
      .updateTable('file')
      .set((eb) => ({ received: eb.ref('size') }))
      .where(
        'id',
        'in',
        whole.map((row) => row.id),
      )
      .execute();
  }
  for (const row of partial) {
    await tx
      .updateTable('file')
      .set({ received: receivedByRowId.get(row.id) ?? 0 })
      .where('id', '=', row.id)
      .execute();
  }
}

async function piecesByFile(tx: Writer, rowIds: number[]): Promise<Map<number, { offset: number; length: number }[]>> {
  const byFile = new Map<number, { offset: number; length: number }[]>();
  if (rowIds.length === 0) return byFile;
  const rows = await tx.selectFrom('piece').select(['file_id', 'file_offset', 'length']).where('file_id', 'in', rowIds).execute();
  for (const row of rows) byFile.set(row.file_id, [...(byFile.get(row.file_id) ?? []), { offset: row.file_offset, length: row.length }]);
  return byFile;
}

function rowOf(rowByFileId: Map<string, FileRow>, file: PackedFile): FileRow {
  const row = rowByFileId.get(file.fileId);
  if (row === undefined) throw new Error('A file of the chunk has no row');
  return row;
}

export function seriesIdOf(chunk: Pick<StoredChunk, 'seriesIdByClientId'>, file: PackedFile): number {
  const seriesId = chunk.seriesIdByClientId.get(file.seriesClientId);
  if (seriesId === undefined) throw new Refusal('not_found');
  return seriesId;
}
