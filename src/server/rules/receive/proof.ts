import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '#server/db/database.ts';
import type { FileTable, PieceTable } from '#server/db/schema.ts';
import { ObjectMissingError, type ObjectStore } from '#server/storage/object-store.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { receivingOf } from './receiving.ts';
import { fileStateOf, nextFileState } from './states.ts';
import { advanceSeries } from './series.ts';
import { lockUpload, type Upload } from '#server/rules/uploads/uploads.ts';

type FileRow = Selectable<FileTable>;

/**
 * Files that came in several chunks are hashed from storage once all bytes are here. If the hash matches, the file is verified. If it
 * differs, or bytes are missing, the pieces and the rows of their chunks are deleted, so that the file can be sent again under the same
 * ids. Returns the client ids of the files that were wrong. A verification in progress is shared, not started twice.
 */
export async function proveStoredFiles(context: ServerContext, upload: Upload, files: readonly FileRow[]): Promise<string[]> {
  const { proofs } = receivingOf(context.db);
  const wrong: string[] = [];
  for (const file of files) {
    const proof = proofs.get(file.id) ?? proveFile(context, upload, file).finally(() => proofs.delete(file.id));
    proofs.set(file.id, proof);
    if ((await proof) === 'different') wrong.push(file.client_file_id);
  }
  return wrong;
}

/** Files that are complete but not verified: left by a killed server, or just completed by another chunk. */
export async function unprovenWholeFiles(db: Reader, uploadId: number, fileIds?: readonly string[]): Promise<FileRow[]> {
  return db
    .selectFrom('file')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('proved', '=', 0)
    .whereRef('received', '=', 'size')
    .$if(fileIds !== undefined, (query) => query.where('client_file_id', 'in', [...(fileIds ?? [])]))
    .orderBy('id')
    .execute();
}

async function proveFile(context: ServerContext, upload: Upload, file: FileRow): Promise<'equal' | 'different'> {
  const pieces = await piecesOf(context.db.read, file.id);
  const sha256 = await sha256OfPieces(context.objects, pieces);
  const verdict = sha256 === file.sha256 ? 'equal' : 'different';
  const { seq, dropped, isNew } = await context.db.write(async (tx) => {
    await lockUpload(tx, upload.id);
    const current = await tx.selectFrom('file').select(['received', 'size', 'proved']).where('id', '=', file.id).executeTakeFirst();
    // The verdict is about these pieces. If they changed meanwhile (dropped, sent again), it no longer applies.
    const isAboutThem = JSON.stringify(await piecesOf(tx, file.id)) === JSON.stringify(pieces);
    const next = current === undefined || fileStateOf(current) !== 'whole' || !isAboutThem ? null : nextFileState('whole', verdict);
    if (next === null) return { seq: null, dropped: [], isNew: false };
    if (next !== 'proved') return { seq: null, dropped: await dropPieces(tx, upload.id, file.id, pieces), isNew: false };
    await tx.updateTable('file').set({ proved: 1 }).where('id', '=', file.id).execute();
    const seq = await advanceSeries(tx, { jobs: context.jobs, now: context.now() }, upload, [file.series_id]);
    return { seq, dropped: [], isNew: true };
  });
  if (isNew) context.measures?.verified(1);
  if (seq !== null) {
    context.jobs.wake();
    context.news.toTeam(upload.team_id, 'change', { seq });
  }
  await removeUnreferenced(context, upload.id, dropped);
  return verdict;
}

async function sha256OfPieces(objects: ObjectStore, pieces: readonly PieceTable[]): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for (const piece of pieces) {
      for await (const bytes of objects.stream(piece.object_key, piece.object_offset, piece.length)) hash.update(bytes as Uint8Array);
    }
  } catch (error) {
    // Missing bytes must be sent again.
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
  return hash.digest('hex');
}

export async function piecesOf(db: Reader | Writer, fileId: number): Promise<PieceTable[]> {
  return db.selectFrom('piece').selectAll().where('file_id', '=', fileId).orderBy('file_offset').execute();
}

/**
 * The rows of all chunks of its study are deleted with the pieces: a chunk may have carried bytes of the file that were already stored
 * under the object of another one. If its row stayed, it would claim that they are here, and they would never be sent again. The other
 * contents of these chunks stay, and are not stored a second time.
 */
async function dropPieces(tx: Writer, uploadId: number, fileId: number, pieces: readonly PieceTable[]): Promise<string[]> {
  const keys = [...new Set(pieces.map((piece) => piece.object_key))];
  await tx.deleteFrom('piece').where('file_id', '=', fileId).execute();
  await tx.updateTable('file').set({ received: 0 }).where('id', '=', fileId).execute();
  const [first] = keys;
  if (first === undefined) return keys;
  const ofStudy = first.slice(0, first.lastIndexOf('/') + 1);
  await tx.deleteFrom('chunk').where('upload_id', '=', uploadId).where('object_key', 'like', `${ofStudy}%`).execute();
  return keys;
}

/** Removes objects that may have become unused, each in the turn of its chunk. Never call this from within such a turn. */
export async function removeUnreferenced(context: ServerContext, uploadId: number, keys: readonly string[]): Promise<void> {
  const { turns } = receivingOf(context.db);
  for (const key of keys) await turns.take(chunkTurnOf(key), () => removeIfUnreferenced(context, uploadId, key));
}

export async function removeIfUnreferenced(context: ServerContext, uploadId: number, key: string): Promise<void> {
  const piece = await context.db.read
    .selectFrom('piece')
    .innerJoin('file', 'file.id', 'piece.file_id')
    .select('piece.file_id')
    .where('file.upload_id', '=', uploadId)
    .where('piece.object_key', '=', key)
    .limit(1)
    .executeTakeFirst();
  if (piece === undefined) await context.objects.remove(key);
}

/**
 * A new one for each attempt, so that no key is ever written twice. A process that removes the object of its failed attempt, or of a file that was
 * wrong, cannot remove the bytes that another process has just stored for the same chunk.
 */
export function chunkObjectKey(upload: Upload, studyUuid: string, chunkIndex: number): string {
  return `team-${upload.team_id}/study-${studyUuid}/${chunkTurn(upload.id, chunkIndex)}-${randomBytes(16).toString('hex')}`;
}

/** The key of the turn in which a chunk is received: its upload and its index, whatever its content. */
export function chunkTurn(uploadId: number, chunkIndex: number): string {
  return `chunk-${uploadId}-${chunkIndex}`;
}

/** The same for a chunk whose object is known. */
export function chunkTurnOf(objectKey: string): string {
  return objectKey.slice(objectKey.lastIndexOf('/') + 1, objectKey.lastIndexOf('-'));
}
