import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { BatchFileTable, BatchPieceTable, BatchTable } from '#server/db/schema.ts';
import type { SeriesFacts, StudyFacts } from '#model/study.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { prepareUpload, requireOpenUpload, type Upload, type UploadCaller } from '#server/rules/uploads.ts';

/**
 * [Note: Batches]
 *
 * An upload of the legacy flow, or one whose archives the server is to open (`preview: server`). Nobody has sorted what comes, so it belongs to no series
 * and waits in tables of its own, in one of three states: [Note: The states of a batch].
 *
 * CALL-047, and CALL-055 of a series that lies on the server, move files to series: their rows go from here to `file` and `piece`, and their bytes stay where they are. From then on they are like
 * those of every upload. Those of a study without patient data stay here until they are made anew: [Note: Archives without names]. What was not moved goes when the upload ends.
 */
export type Batch = Selectable<BatchTable>;
export type BatchFile = Selectable<BatchFileTable>;

/** What was read, as it is kept: `Batch.sorted`. */
export interface SortedStudies {
  studies: {
    /** Of the study, once there is one. */
    uuid: string;
    facts: StudyFacts;
    series: {
      /** Names it to the client. */
      uploadId: string;
      facts: SeriesFacts;
      /** Rows of `batch_file`, in the order of slices. */
      fileIds: number[];
    }[];
  }[];
}

export function sortedOf({ sorted }: Pick<Batch, 'sorted'>): SortedStudies {
  return sorted === null ? { studies: [] } : (JSON.parse(sorted) as SortedStudies);
}

/** CALL-041. An upload as by CALL-040, that takes what nobody has sorted. */
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

/** Once, however often it is asked for. */
export async function beginBatch(tx: Writer, uploadId: number): Promise<void> {
  await tx
    .insertInto('batch')
    .values({ upload_id: uploadId, state: 'receiving', sorted: null })
    .onConflict((conflict) => conflict.column('upload_id').doNothing())
    .execute();
}

/** An own upload of this flow that has not ended; anything else is not there. */
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

/** In a transaction that changes it. */
export async function lockBatch(tx: Writer, uploadId: number): Promise<Batch> {
  const batch = await tx.selectFrom('batch').selectAll().where('upload_id', '=', uploadId).$call(lockRows(tx)).executeTakeFirst();
  if (batch === undefined) throw new Refusal('not_found');
  return batch;
}

export async function piecesOfBatchFile(db: Reader | Writer, fileId: number): Promise<BatchPieceTable[]> {
  return db.selectFrom('batch_piece').selectAll().where('file_id', '=', fileId).orderBy('file_offset').execute();
}

/** Where all bytes of a batch lie, those that were moved to series included. */
export function folderOfBatch({ team_id, session }: Pick<Upload, 'team_id' | 'session'>): string {
  return `team-${team_id}/study-${session}`;
}

/** In the order of their ids here, which is that of slices in a series; those that were moved are left out. */
export async function filesOfBatch(db: Reader | Writer, upload: Upload, ids: readonly number[]): Promise<BatchFile[]> {
  const rowById = new Map<number, BatchFile>();
  for (const portion of inPortions(ids)) {
    const some = await db.selectFrom('batch_file').selectAll().where('upload_id', '=', upload.id).where('id', 'in', portion).execute();
    for (const row of some) rowById.set(row.id, row);
  }
  return ids.flatMap((id) => rowById.get(id) ?? []);
}
