import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { BatchFileTable, BatchPieceTable, BatchTable } from '#server/db/schema.ts';
import type { SeriesFacts, StudyFacts } from '#model/studies/study.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { prepareUpload, requireOpenUpload, type Upload, type UploadCaller } from '#server/rules/uploads/uploads.ts';

/**
 * [Note: Batches]
 *
 * An upload of the legacy flow, or one whose archives are opened by the server (`preview: server`). Its files are unsorted, so they belong
 * to no series yet and wait in separate tables, in one of three states: [Note: The states of a batch].
 *
 * CALL-047, and CALL-055 of a series with location `server`, move files to series: their rows move from here to `file` and `piece`, and
 * their bytes stay where they are. From then on they are like those of every upload. Files of a study without patient data stay here until
 * de-identified copies have been made: [Note: De-identifying archives]. Files that were not moved are deleted when the upload ends.
 */
export type Batch = Selectable<BatchTable>;
export type BatchFile = Selectable<BatchFileTable>;

/** The result of the reading as stored: `Batch.sorted`. */
export interface SortedStudies {
  studies: {
    /** UUID of the study, once there is one. */
    uuid: string;
    facts: StudyFacts;
    series: {
      /** Identifies the series to the client. */
      uploadId: string;
      facts: SeriesFacts;
      /** Rows of `batch_file`, in slice order. */
      fileIds: number[];
    }[];
  }[];
}

export function sortedOf({ sorted }: Pick<Batch, 'sorted'>): SortedStudies {
  return sorted === null ? { studies: [] } : (JSON.parse(sorted) as SortedStudies);
}

/** CALL-041. An upload as by CALL-040, for unsorted files. */
export async function prepareBatch(
  context: ServerContext,
  caller: Member,
  { id = randomUUID(), started = context.now() }: { id?: string | undefined; started?: number | undefined },
): Promise<{ session: string; upload_token: string }> {
  const prepared = await prepareUpload(context, caller, { id, started });
  const upload = await requireOpenUpload(context.db.read, { ...caller, uploadId: null }, id);
  await context.db.write((tx) => beginBatch(tx, upload.id));
  return prepared;
}

/** Idempotent. */
export async function beginBatch(tx: Writer, uploadId: number): Promise<void> {
  await tx
    .insertInto('batch')
    .values({ upload_id: uploadId, state: 'receiving', sorted: null })
    .onConflict((conflict) => conflict.column('upload_id').doNothing())
    .execute();
}

/** The caller's own open upload of this flow; any other is not found. */
export async function requireBatch(
  context: ServerContext,
  caller: Member | UploadCaller,
  session: string,
): Promise<{ upload: Upload; batch: Batch }> {
  const upload = await requireOpenUpload(context.db.read, { uploadId: null, ...caller }, session);
  const batch = await findBatch(context.db.read, upload.id);
  if (batch === null) throw new Refusal('not_found');
  return { upload, batch };
}

export async function findBatch(db: Reader | Writer, uploadId: number): Promise<Batch | null> {
  return (await db.selectFrom('batch').selectAll().where('upload_id', '=', uploadId).executeTakeFirst()) ?? null;
}

/** For a transaction that changes it. */
export async function lockBatch(tx: Writer, uploadId: number): Promise<Batch> {
  const batch = await tx.selectFrom('batch').selectAll().where('upload_id', '=', uploadId).$call(lockRows(tx)).executeTakeFirst();
  if (batch === undefined) throw new Refusal('not_found');
  return batch;
}

export async function piecesOfBatchFile(db: Reader | Writer, fileId: number): Promise<BatchPieceTable[]> {
  return db.selectFrom('batch_piece').selectAll().where('file_id', '=', fileId).orderBy('file_offset').execute();
}

/** Folder of all bytes of a batch, those already moved to series included. */
export function folderOfBatch({ team_id, session }: Pick<Upload, 'team_id' | 'session'>): string {
  return `team-${team_id}/study-${session}`;
}

/** In the order of their ids here, which is the slice order of a series; moved files are left out. */
export async function filesOfBatch(db: Reader | Writer, upload: Upload, ids: readonly number[]): Promise<BatchFile[]> {
  const rowById = new Map<number, BatchFile>();
  for (const portion of inPortions(ids)) {
    const some = await db.selectFrom('batch_file').selectAll().where('upload_id', '=', upload.id).where('id', 'in', portion).execute();
    for (const row of some) rowById.set(row.id, row);
  }
  return ids.flatMap((id) => rowById.get(id) ?? []);
}
