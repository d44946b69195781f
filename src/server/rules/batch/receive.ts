import { createHash } from 'node:crypto';
import { UNSORTED, type ChunkAnswer } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Writer } from '#server/db/database.ts';
import type { BatchPieceTable } from '#server/db/schema.ts';
import { isStorageFull, ObjectMissingError } from '#server/storage/object-store.ts';
import { beginBatch, findBatch, lockBatch, piecesOfBatchFile, type BatchFile } from './batch.ts';
import { nextBatchState } from './states.ts';
import { bytesTaken, queueTake } from '#server/rules/file-areas/upload-for-area.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { uncovered } from '#server/rules/receive/coverage.ts';
import { checksumWrong, findingsOf, type ChunkFindings, type PackedChunk, type PackedFile } from '#server/rules/receive/packed.ts';
import { chunkObjectKey, chunkTurn } from '#server/rules/receive/proof.ts';
import { heldSha256 } from '#server/rules/receive/rows.ts';
import { receivingOf } from '#server/rules/receive/receiving.ts';
import { namedAmong } from '#server/rules/receive/strays.ts';
import { assertTeamQuota } from '#server/rules/uploads/uploads-quota.ts';
import { lockOpenUpload, type Upload } from '#server/rules/uploads/uploads.ts';

/** A chunk of a batch names its session in place of its study: its files do not belong to one yet. */
export function isUnsorted({ header }: PackedChunk): boolean {
  return header.studyUuid === header.session_id;
}

/**
 * CALL-042: a chunk of files as they were chosen, archives included. [Note: Batches] It makes the same promises as CALL-043: what is
 * acknowledged is durable, the same chunk again is harmless, other content under its key is a conflict.
 */
export async function receiveUnsorted(context: ServerContext, upload: Upload, packed: PackedChunk): Promise<ChunkAnswer> {
  if ((await findBatch(context.db.read, upload.id)) === null) {
    // An upload whose device leaves its archives to the server declares it with the first of them.
    if (packed.header.preview !== 'server') throw new Refusal('not_found');
    await context.db.write((tx) => beginBatch(tx, upload.id));
  }
  if (packed.files.some((file) => file.seriesClientId !== UNSORTED)) throw new Refusal('invalid', { errors: { serie_id: [UNSORTED] } });
  const { turns } = receivingOf(context.db);
  const { isRepeat } = await turns.take(chunkTurn(upload.id, packed.header.chunk), () => holdChunk(context, upload, packed));
  const fileIds = packed.files.map((file) => file.fileId);
  const wrong = await turns.take(`batch-${upload.id}`, () => proveWholeFiles(context, upload, fileIds));
  if (wrong.length > 0) throw checksumWrong(wrong, 'sha256');
  const proved = await context.db.read
    .selectFrom('batch_file')
    .select('client_file_id')
    .where('upload_id', '=', upload.id)
    .where('client_file_id', 'in', fileIds)
    .where('proved', '=', 1)
    .execute();
  const provedIds = new Set(proved.map((file) => file.client_file_id));
  if (proved.length > 0) context.jobs.wake();
  context.measures?.chunk(isRepeat ? 'repeated' : 'stored', packed.body.length);
  return { ok: true, chunk: packed.header.chunk, proved: fileIds.filter((fileId) => provedIds.has(fileId)) };
}

async function holdChunk(context: ServerContext, upload: Upload, packed: PackedChunk): Promise<{ isRepeat: boolean }> {
  const findings = await findingsOf(packed);
  const held = await heldSha256(context.db.read, upload, packed.header.chunk);
  if (held !== null && held !== findings.sha256) throw new Refusal('conflict');
  if (held !== null) return { isRepeat: true };
  if (findings.damaged.size > 0) throw checksumWrong([...findings.damaged], 'crc');
  if (findings.different.size > 0) throw checksumWrong([...findings.different], 'sha256');
  const objectKey = chunkObjectKey(upload, upload.session, packed.header.chunk);
  try {
    await context.objects.write(objectKey, packed.body);
    const verified = await context.db.write((tx) => writeRows(tx, context, { upload, packed, objectKey, findings }));
    if (verified === null) await removeUnusedObjects(context, [objectKey]);
    context.measures?.verified(verified ?? 0);
    return { isRepeat: verified === null };
  } catch (cause) {
    // The rows may exist even after a fault, if the commit succeeded without an answer; then the object stays.
    if (!(await namedAmong(context.db.read, [objectKey])).has(objectKey)) await context.objects.remove(objectKey);
    throw isStorageFull(cause) ? new Refusal('storage_full') : cause;
  }
}

interface Chunk {
  upload: Upload;
  packed: PackedChunk;
  objectKey: string;
  findings: ChunkFindings;
}

/** Returns the number of files that became verified; null if the chunk is no longer needed. */
async function writeRows(
  tx: Writer,
  { bytesPerTeam, jobs, now }: ServerContext,
  { upload, packed, objectKey, findings }: Chunk,
): Promise<number | null> {
  await lockOpenUpload(tx, upload.id);
  const { state } = await lockBatch(tx, upload.id);
  if (await areDealtWith(tx, upload, packed)) return null;
  const next = nextBatchState(state, 'chunk');
  if (next === null) throw new Refusal('conflict');
  // One more archive of an upload that the user is still arranging: what was sorted before keeps its ids.
  if (next !== state) await tx.updateTable('batch').set({ state: next }).where('upload_id', '=', upload.id).execute();
  let verified = 0;
  for (const file of packed.files) verified += await writeFile(tx, upload, file, { objectKey, isProved: findings.equal.has(file.fileId) });
  const { files, bytes } = await tx
    .selectFrom('batch_file')
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number>('size').as('bytes')])
    .where('upload_id', '=', upload.id)
    .executeTakeFirstOrThrow();
  if (files > LIMITS.filesPerUpload) throw new Refusal('too_large', { limit: { name: 'filesPerUpload', max: LIMITS.filesPerUpload } });
  if (bytes > LIMITS.bytesPerUpload) throw new Refusal('too_large', { limit: { name: 'bytesPerUpload', max: LIMITS.bytesPerUpload } });
  await assertTeamQuota(tx, bytesPerTeam, upload, bytes - (await bytesTaken(tx, upload.id)));
  await tx
    .insertInto('chunk')
    .values({
      upload_id: upload.id,
      chunk_index: packed.header.chunk,
      sha256: findings.sha256,
      bytes: packed.body.length,
      object_key: objectKey,
      created_at: now(),
    })
    .execute();
  if (verified > 0) await queueTake(tx, { jobs }, upload.id);
  return verified;
}

/** Belongs to archives that were taken back or opened while this was on its way, so it is no longer needed. */
async function areDealtWith(tx: Writer, upload: Upload, { files }: PackedChunk): Promise<boolean> {
  const ids = files.map((file) => file.fileId);
  const dealtWith = await tx
    .selectFrom('batch_file')
    .select('id')
    .where('upload_id', '=', upload.id)
    .where('client_file_id', 'in', ids)
    .where('is_unpacked', '=', 1)
    .execute();
  return dealtWith.length === new Set(ids).size;
}

/** Returns 1 if the file became verified. */
async function writeFile(
  tx: Writer,
  upload: Upload,
  file: PackedFile,
  { objectKey, isProved }: { objectKey: string; isProved: boolean },
): Promise<0 | 1> {
  const known = await tx
    .selectFrom('batch_file')
    .selectAll()
    .where('upload_id', '=', upload.id)
    .where('client_file_id', '=', file.fileId)
    .executeTakeFirst();
  if (known !== undefined && (known.size !== file.size || known.sha256 !== file.sha256)) throw new Refusal('conflict');
  const row =
    known ??
    (await tx
      .insertInto('batch_file')
      .values({
        ...{ upload_id: upload.id, parent_id: null, client_file_id: file.fileId, name: file.name, size: file.size, sha256: file.sha256 },
        ...{ received: 0, proved: 0, is_unpacked: 0, unsupported: 0, problem: null },
      })
      .returningAll()
      .executeTakeFirstOrThrow());
  if (row.proved === 1) return 0;
  const held = (await piecesOfBatchFile(tx, row.id)).map(({ file_offset: offset, length }) => ({ offset, length }));
  const pieces: BatchPieceTable[] = [];
  for (const part of file.parts) {
    for (const gap of uncovered(held, part)) {
      held.push(gap);
      const object = { object_key: objectKey, object_offset: part.at + gap.offset - part.offset };
      pieces.push({ file_id: row.id, file_offset: gap.offset, length: gap.length, ...object });
    }
  }
  if (pieces.length > 0) await tx.insertInto('batch_piece').values(pieces).execute();
  const received = held.reduce((sum, { length }) => sum + length, 0);
  // Verified in this chunk only if the whole file came in it.
  const proved = isProved && pieces.length === (file.size === 0 ? 0 : 1) && received === file.size ? 1 : 0;
  await tx.updateTable('batch_file').set({ received, proved }).where('id', '=', row.id).execute();
  return proved;
}

/**
 * Complete files are hashed from storage: those of a chunk, or all that a kill left unhashed. A file that differs from its announcement
 * starts again; returns the ids of these.
 */
export async function proveWholeFiles(context: ServerContext, upload: Upload, fileIds?: readonly string[]): Promise<string[]> {
  const files = await context.db.read
    .selectFrom('batch_file')
    .selectAll()
    .where('upload_id', '=', upload.id)
    .$if(fileIds !== undefined, (query) => query.where('client_file_id', 'in', [...(fileIds ?? [])]))
    .where('proved', '=', 0)
    .whereRef('received', '=', 'size')
    .execute();
  const wrong: string[] = [];
  for (const file of files) {
    if ((await sha256Of(context, file)) === file.sha256) {
      await context.db.write(async (tx) => {
        await tx.updateTable('batch_file').set({ proved: 1 }).where('id', '=', file.id).execute();
        await queueTake(tx, context, upload.id);
      });
      context.measures?.verified(1);
      continue;
    }
    wrong.push(file.client_file_id);
    await context.db.write((tx) => forget(tx, upload, file));
  }
  return wrong;
}

/** Its chunks may come again, so their rows must go. */
async function forget(tx: Writer, upload: Upload, { id }: BatchFile): Promise<void> {
  const pieces = await tx.deleteFrom('batch_piece').where('file_id', '=', id).returning('object_key').execute();
  await tx.updateTable('batch_file').set({ received: 0 }).where('id', '=', id).execute();
  const keys = [...new Set(pieces.map((piece) => piece.object_key))];
  if (keys.length === 0) return;
  await tx.deleteFrom('chunk').where('upload_id', '=', upload.id).where('object_key', 'in', keys).execute();
}

async function sha256Of({ db, objects }: ServerContext, file: BatchFile): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for (const piece of await piecesOfBatchFile(db.read, file.id)) {
      for await (const bytes of objects.stream(piece.object_key, piece.object_offset, piece.length)) hash.update(bytes as Uint8Array);
    }
  } catch (error) {
    // Missing bytes must be sent again.
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
  return hash.digest('hex');
}
