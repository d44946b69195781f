import { beginBatch, lockBatch } from './batch.ts';
import { removeUnnamed } from '#server/rules/remove-unnamed.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { lockOpenUpload, requireOpenUpload, type UploadCaller } from '#server/rules/uploads.ts';

/**
 * CALL-057 with archives that their sender has taken back. What came of one goes, and it counts as dealt with: its row stays until the upload ends, so that a
 * chunk that was on its way is not taken for one more archive. One that was opened already, or is being opened, stays what it is.
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
  await removeUnnamed(context, keys);
}

/** An archive by its ending: what it was called is nobody's business any more. */
const TAKEN_BACK = 'taken-back.zip';
