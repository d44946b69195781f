import { beginBatch, lockBatch } from './batch.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { lockOpenUpload, requireOpenUpload, type UploadCaller } from '#server/rules/uploads/uploads.ts';

/**
 * CALL-057 for archives that their sender has taken back. Received bytes are deleted, and the archive counts as handled: its row stays
 * until the upload ends, so that a late chunk is not taken for a new archive. An archive that is open already, or being opened, is left
 * unchanged.
 */
export async function takeBackArchives(
  context: ServerContext,
  caller: UploadCaller,
  session: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const upload = await requireOpenUpload(context.db.read, caller, session);
  const keys = await context.db.write(async (tx) => {
    await lockOpenUpload(tx, upload.id);
    await beginBatch(tx, upload.id);
    if ((await lockBatch(tx, upload.id)).state === 'reading') return [];
    const gone: string[] = [];
    for (const client_file_id of fileIds) {
      const file = await tx
        .selectFrom('batch_file')
        .select(['id', 'is_unpacked'])
        .where('upload_id', '=', upload.id)
        .where('client_file_id', '=', client_file_id)
        .where('parent_id', 'is', null)
        .executeTakeFirst();
      if (file?.is_unpacked === 1) continue;
      if (file === undefined) {
        const nothing = { parent_id: null, name: TAKEN_BACK, size: 0, sha256: '', received: 0, unsupported: 0, problem: null };
        await tx
          .insertInto('batch_file')
          .values({ upload_id: upload.id, client_file_id, ...nothing, proved: 1, is_unpacked: 1 })
          .execute();
        continue;
      }
      const pieces = await tx.deleteFrom('batch_piece').where('file_id', '=', file.id).returning('object_key').execute();
      gone.push(...pieces.map((piece) => piece.object_key));
      await tx
        .updateTable('batch_file')
        .set({ name: TAKEN_BACK, size: 0, received: 0, proved: 1, is_unpacked: 1 })
        .where('id', '=', file.id)
        .execute();
    }
    return [...new Set(gone)];
  });
  await removeUnusedObjects(context, keys);
}

/** Keeps only the ending of an archive: its name is no longer needed. */
const TAKEN_BACK = 'taken-back.zip';
