import type { ChunkAnswer } from '#contract/chunk.ts';
import { isUnsorted, receiveUnsorted } from '#server/rules/batch/receive.ts';
import { isStorageFull } from '#server/storage/object-store.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { takeInventoryOnce } from './inventory.ts';
import { checksumWrong, findingsOf, readPackedChunk, type ChunkFindings, type PackedChunk } from './packed.ts';
import { chunkObjectKey, chunkTurn, proveStoredFiles, removeIfUnreferenced, removeUnreferenced, unprovenWholeFiles } from './proof.ts';
import { assertSameFile, heldSha256, seriesIdOf, writeChunkRows, type StoredChunk } from './rows.ts';
import { receivingOf } from './receiving.ts';
import { requireOpenUpload, type Upload, type UploadCaller } from '#server/rules/uploads/uploads.ts';

/**
 * CALL-043: one chunk of an upload.
 *
 * What is acknowledged is durable: first the bytes as an object (fsynced), then all rows in one transaction, then the answer. A kill
 *   - before the transaction leaves at most an object that nothing refers to, which is removed as a stray (strays.ts);
 *   - after the transaction leaves complete files without a hash; the same chunk, a status call or the next start verifies them.
 * The same chunk again gets the same answer and stores nothing twice; other content under its key is a conflict.
 */
export async function receiveChunk(context: ServerContext, caller: UploadCaller, bytes: Uint8Array): Promise<ChunkAnswer> {
  const packed = readPackedChunk(bytes);
  const upload = await requireOpenUpload(context.db.read, caller, packed.header.session_id);
  if (isUnsorted(packed)) return receiveUnsorted(context, upload, packed);
  await takeInventoryOnce(context, upload);
  const turn = chunkTurn(upload.id, packed.header.chunk);
  const { sha256, different, unneeded, isRepeat } = await receivingOf(context.db).turns.take(turn, () =>
    holdChunk(context, upload, packed),
  );
  // The chunk is stored; objects that cannot be removed now are removed as strays.
  await removeUnreferenced(context, upload.id, unneeded).catch(() => undefined);
  const answer = await proveAndAnswer(context, upload, packed, { sha256, different });
  context.measures?.chunk(isRepeat ? 'repeated' : 'stored', packed.body.length);
  return answer;
}

interface Held {
  sha256: string;
  /** Files that are complete but wrong. */
  different: ReadonlySet<string>;
  /** Objects whose last needed piece this chunk may have replaced. */
  unneeded: readonly string[];
  isRepeat: boolean;
}

/** Stores the chunk, if it is not stored already. */
async function holdChunk(context: ServerContext, upload: Upload, packed: PackedChunk): Promise<Held> {
  const held = await heldSha256(context.db.read, upload, packed.header.chunk);
  if (held !== null) {
    const { sha256 } = await findingsOf(packed);
    if (held !== sha256) throw new Refusal('conflict');
    return { sha256, different: new Set(), unneeded: [], isRepeat: true };
  }
  const seriesIdByClientId = await registeredSeries(context, upload, packed);
  await assertKnownFilesAreSame(context, upload, packed, seriesIdByClientId);
  return storeChunk(context, { upload, packed, seriesIdByClientId, bytesPerTeam: context.bytesPerTeam });
}

/** The bytes are checked while they are written, so that the disk need not wait; their object gets its name once they are found sound. */
async function storeChunk(
  context: ServerContext,
  chunk: Pick<StoredChunk, 'upload' | 'packed' | 'seriesIdByClientId' | 'bytesPerTeam'>,
): Promise<Held> {
  const { upload, packed } = chunk;
  const looking = findingsOf(packed);
  const naming = looking.then((findings) =>
    isWorthKeeping(packed, findings) ? chunkObjectKey(upload, packed.header.studyUuid, packed.header.chunk) : null,
  );
  const writing = context.objects.write(naming, packed.body);
  try {
    await writing;
    const findings = await looking;
    const { sha256, damaged, different } = findings;
    if (damaged.size > 0) throw checksumWrong([...damaged], 'crc');
    const objectKey = await naming;
    if (objectKey === null) return { sha256, different, unneeded: [], isRepeat: false };
    const advance = { jobs: context.jobs, now: context.now() };
    const stored = { ...chunk, ...findings, objectKey } satisfies StoredChunk;
    const { seq, unneeded, verified } = await receivingOf(context.db).commit((tx) => writeChunkRows(tx, advance, stored));
    context.measures?.verified(verified ?? 0);
    if (seq !== null) {
      context.jobs.wake();
      context.news.toTeam(upload.team_id, 'change', { seq });
    }
    return { sha256, different, unneeded, isRepeat: verified === null };
  } catch (cause) {
    // The rows may exist even after a fault, if the commit succeeded without an answer; then the object stays.
    const objectKey = await naming;
    if (objectKey !== null) await removeIfUnreferenced(context, upload.id, objectKey).catch(() => undefined);
    throw isStorageFull(cause) ? new Refusal('storage_full') : cause;
  }
}

/** False for a chunk that was damaged in transit, or that holds only files that are complete but wrong. */
function isWorthKeeping({ files }: PackedChunk, { damaged, different }: ChunkFindings): boolean {
  return damaged.size === 0 && different.size < files.length;
}

/** Every part belongs to a series that this upload registered in the study of the chunk. */
async function registeredSeries(context: ServerContext, upload: Upload, packed: PackedChunk): Promise<ReadonlyMap<string, number>> {
  const rows = await context.db.read
    .selectFrom('series')
    .innerJoin('study', 'study.id', 'series.study_id')
    .select(['series.id', 'series.client_id'])
    .where('series.upload_id', '=', upload.id)
    .where('study.uuid', '=', packed.header.studyUuid)
    .execute();
  const seriesIdByClientId = new Map(rows.map((row) => [row.client_id, row.id]));
  for (const file of packed.files) seriesIdOf({ seriesIdByClientId }, file);
  return seriesIdByClientId;
}

/** Refuses before anything is written; the transaction checks again. */
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

/** Files that this chunk completed are hashed from storage before the answer, so that it can report them as verified. */
async function proveAndAnswer(
  context: ServerContext,
  upload: Upload,
  packed: PackedChunk,
  { sha256, different }: Pick<Held, 'sha256' | 'different'>,
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
  // Another chunk completed a file of this one in parallel, and its hash differs from the announced one: all of it must be sent again.
  if ((await heldSha256(context.db.read, upload, packed.header.chunk)) !== sha256)
    throw checksumWrong(
      fileIds.filter((fileId) => !provedIds.has(fileId)),
      'sha256',
    );
  return { ok: true, chunk: packed.header.chunk, proved: fileIds.filter((fileId) => provedIds.has(fileId)) };
}
