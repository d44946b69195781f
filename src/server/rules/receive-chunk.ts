import type { ChunkAnswer } from '#contract/chunk.ts';
import { StorageFullError } from '#server/storage/object-store.ts';
import { Refusal, type ServerContext } from './context.ts';
import { checksumWrong, filesDamagedOnTheWay, provenInMemory, readPackedChunk, type PackedChunk } from './receive-packed.ts';
import { chunkObjectKey, chunkTurnOf, proveStoredFiles, removeIfUnreferenced, unprovenWholeFiles } from './receive-proof.ts';
import { assertSameFile, seriesIdOf, writeChunkRows, type StoredChunk } from './receive-rows.ts';
import { receivingOf } from './receive-state.ts';
import { requireOpenUpload, type Upload, type UploadCaller } from './uploads.ts';

/**
 * CALL-043: one chunk of an upload.
 *
 * What is acknowledged is durable: first the bytes as an object (fsynced), then all rows in one transaction, then the answer. A kill
 *   - before the transaction leaves at most an object that nothing refers to; the same chunk writes it again under the same key;
 *   - after the transaction leaves whole files that nobody hashed; the same chunk, a status call or the next start proves them.
 * The same chunk again gets the same answer and stores nothing twice; other content under its key is a conflict.
 */
export async function receiveChunk(context: ServerContext, caller: UploadCaller, bytes: Uint8Array): Promise<ChunkAnswer> {
  const packed = readPackedChunk(bytes);
  const upload = await requireOpenUpload(context.db.read, caller, packed.header.session_id);
  const objectKey = chunkObjectKey(upload, packed.header.studyUuid, packed.header.chunk, packed.sha256);
  const different = await receivingOf(context.db).turns.take(chunkTurnOf(objectKey), () => holdChunk(context, upload, packed, objectKey));
  return proveAndAnswer(context, upload, packed, different);
}

/** Makes the chunk held, if it is not already. Gives the files that came whole and wrong. */
async function holdChunk(context: ServerContext, upload: Upload, packed: PackedChunk, objectKey: string): Promise<ReadonlySet<string>> {
  const none = new Set<string>();
  const known = await context.db.read
    .selectFrom('chunk')
    .select('sha256')
    .where('upload_id', '=', upload.id)
    .where('chunk_index', '=', packed.header.chunk)
    .executeTakeFirst();
  if (known !== undefined && known.sha256 !== packed.sha256) throw new Refusal('conflict');
  if (known !== undefined) return none;

  const seriesIdByClientId = await registeredSeries(context, upload, packed);
  await assertKnownFilesAreSame(context, upload, packed, seriesIdByClientId);
  const damaged = filesDamagedOnTheWay(packed);
  if (damaged.length > 0) throw checksumWrong(damaged, 'crc');

  const chunk = { upload, packed, objectKey, seriesIdByClientId, ...proveInMemory(packed) } satisfies StoredChunk;
  if (chunk.different.size < packed.files.length) await storeChunk(context, chunk);
  return chunk.different;
}

async function storeChunk(context: ServerContext, chunk: StoredChunk): Promise<void> {
  try {
    await context.objects.write(chunk.objectKey, chunk.packed.body);
    const advance = { jobs: context.jobs, now: context.now() };
    const seq = await receivingOf(context.db).commit((tx) => writeChunkRows(tx, advance, chunk));
    if (seq === null) return;
    context.jobs.wake();
    context.news.toTeam(chunk.upload.team_id, 'change', { seq });
  } catch (cause) {
    if (cause instanceof StorageFullError) throw new Refusal('storage_full');
    if (cause instanceof Refusal) await removeIfUnreferenced(context, chunk.upload.id, chunk.objectKey);
    throw cause;
  }
}

/** Every part belongs to a series that was registered in the study of the chunk. */
async function registeredSeries(context: ServerContext, upload: Upload, packed: PackedChunk): Promise<ReadonlyMap<string, number>> {
  const rows = await context.db.read
    .selectFrom('series')
    .innerJoin('study', 'study.id', 'series.study_id')
    .select(['series.id', 'series.client_id'])
    .where('study.upload_id', '=', upload.id)
    .where('study.uuid', '=', packed.header.studyUuid)
    .execute();
  const seriesIdByClientId = new Map(rows.map((row) => [row.client_id, row.id]));
  for (const file of packed.files) seriesIdOf({ seriesIdByClientId }, file);
  return seriesIdByClientId;
}

/** Refused before anything is written; the transaction looks again. */
async function assertKnownFilesAreSame(
  context: ServerContext,
  upload: Upload,
  packed: PackedChunk,
  seriesIdByClientId: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = await context.db.read
    .selectFrom('file')
    .select(['client_file_id', 'size', 'sha256', 'series_id'])
    .where('upload_id', '=', upload.id)
    .where(
      'client_file_id',
      'in',
      packed.files.map((file) => file.fileId),
    )
    .execute();
  const rowByFileId = new Map(rows.map((row) => [row.client_file_id, row]));
  for (const file of packed.files) assertSameFile(rowByFileId.get(file.fileId), file, seriesIdOf({ seriesIdByClientId }, file));
}

function proveInMemory(packed: PackedChunk): { equal: ReadonlySet<string>; different: ReadonlySet<string> } {
  const equal = new Set<string>();
  const different = new Set<string>();
  for (const file of packed.files) {
    const verdict = provenInMemory(file, packed.body);
    if (verdict === 'equal') equal.add(file.fileId);
    if (verdict === 'different') different.add(file.fileId);
  }
  return { equal, different };
}

/** Files that this chunk completed are hashed from storage before it is answered, so that the answer can say that they are proved. */
async function proveAndAnswer(
  context: ServerContext,
  upload: Upload,
  packed: PackedChunk,
  different: ReadonlySet<string>,
): Promise<ChunkAnswer> {
  const fileIds = packed.files.map((file) => file.fileId);
  const wrong = await proveStoredFiles(context, upload, await unprovenWholeFiles(context.db.read, upload.id, fileIds));
  if (different.size + wrong.length > 0) throw checksumWrong([...different, ...wrong], 'sha256');
  const proved = await context.db.read
    .selectFrom('file')
    .select('client_file_id')
    .where('upload_id', '=', upload.id)
    .where('client_file_id', 'in', fileIds)
    .where('proved', '=', 1)
    .execute();
  const provedIds = new Set(proved.map((row) => row.client_file_id));
  return { ok: true, chunk: packed.header.chunk, proved: fileIds.filter((fileId) => provedIds.has(fileId)) };
}
