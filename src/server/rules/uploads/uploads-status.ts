import type { UploadStatus } from '#contract/entities.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { takeInventoryOnce } from '#server/rules/receive/inventory.ts';
import { proveStoredFiles, unprovenWholeFiles } from '#server/rules/receive/proof.ts';
import { uploadState } from '#server/rules/studies/studies-state.ts';
import { requireUpload, type Upload, type UploadCaller } from './uploads.ts';

/**
 * PCALL-07: what the server has of an upload. Files that are complete but not hashed (the server was killed in between) are hashed now, in
 * parallel with the answer: the next answer reports the result.
 */
export async function uploadStatus(
  context: ServerContext,
  caller: UploadCaller,
  session: string,
  { only }: { only?: 'series' | undefined } = {},
): Promise<UploadStatus> {
  const upload = await requireUpload(context.db.read, caller, session);
  if (upload.state === 'dropped') throw new Refusal('session_closed');
  await takeInventoryOnce(context, upload);
  const unproven = await unprovenWholeFiles(context.db.read, upload.id);
  // A fault here must not fail the status call; the next one starts the verification again.
  if (unproven.length > 0) void proveStoredFiles(context, upload, unproven).catch(() => undefined);
  return {
    session: upload.session,
    ...(only === 'series' ? NOTHING_HELD : await readHeld(context, upload)),
    ...(await readSeries(context, upload)),
  };
}

const NOTHING_HELD = { chunks: [], files: [] };

async function readHeld({ db }: ServerContext, upload: Upload): Promise<Pick<UploadStatus, 'chunks' | 'files'>> {
  const chunks = await db.read
    .selectFrom('chunk')
    .select('chunk_index')
    .where('upload_id', '=', upload.id)
    .orderBy('chunk_index')
    .execute();
  const files = await db.read
    .selectFrom('file')
    .select(['client_file_id', 'size', 'received', 'proved'])
    .where('upload_id', '=', upload.id)
    .orderBy('id')
    .execute();
  const unsorted = await db.read
    .selectFrom('batch_file')
    .select(['client_file_id', 'size', 'received', 'proved'])
    .where('upload_id', '=', upload.id)
    .where('parent_id', 'is', null)
    .orderBy('id')
    .execute();
  return {
    chunks: chunks.map((chunk) => chunk.chunk_index),
    files: [...files, ...unsorted].map((file) => ({
      file_id: file.client_file_id,
      size: file.size,
      received: file.received,
      proved: file.proved === 1,
    })),
  };
}

/** [Note: Deleted studies] Series of deleted studies are listed too: the device would send missing ones again. */
async function readSeries({ db }: ServerContext, upload: Upload): Promise<Pick<UploadStatus, 'state' | 'series'>> {
  const rows = await db.read
    .selectFrom('series')
    .innerJoin('study', 'study.id', 'series.study_id')
    .select(['series.idx', 'series.uuid', 'series.state', 'series.message', 'study.deleted_at'])
    .where('series.upload_id', '=', upload.id)
    .orderBy('series.idx')
    .orderBy('series.id')
    .execute();
  const removed = await db.read
    .selectFrom('removed_series')
    .select(['idx', 'uuid', 'state'])
    .where('upload_id', '=', upload.id)
    .orderBy('idx')
    .execute();
  const series = [...rows, ...removed.map((row) => ({ ...row, message: null, deleted_at: 0 }))];
  return {
    state: uploadState(series.map((each) => each.state)),
    series: series.map(({ idx, uuid, state, message, deleted_at }) => ({
      ...{ idx, serieRemoteUuid: uuid, state, message },
      ...(deleted_at !== null && { deleted: true }),
    })),
  };
}
