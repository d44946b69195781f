import type { ServerContext } from '#server/rules/context.ts';
import { findBatch, folderOfBatch } from './batch.ts';
import { forgetPasswords } from './passwords.ts';
import { leaveOnlyFiles } from './repack.ts';
import { receivingOf } from '#server/rules/receive/receiving.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import type { Upload } from '#server/rules/uploads/uploads.ts';

/**
 * [Note: Batches] After an upload has ended, deletes what was not moved to a series, rows first, since nobody may request it any more. The
 * row of the batch is deleted last: while it exists, the next start or the next CALL-053 finishes what a kill or a fault has left, so that
 * no identifiable object waits to be found as a stray.
 */
export async function clearBatch(context: ServerContext, upload: Upload): Promise<void> {
  // Repeated calls arrive while it runs.
  await receivingOf(context.db).turns.take(`clear-batch-${upload.id}`, () => clear(context, upload));
}

async function clear(context: ServerContext, upload: Upload): Promise<void> {
  if ((await findBatch(context.db.read, upload.id)) === null) return;
  await leaveOnlyFiles(context, upload);
  await context.db.write(async (tx) => {
    await forgetPasswords(tx, upload.id);
    await tx.deleteFrom('batch_file').where('upload_id', '=', upload.id).execute();
    await tx.deleteFrom('batch_volume').where('upload_id', '=', upload.id).execute();
  });
  const keys: string[] = [];
  for await (const { key } of context.objects.list(`${folderOfBatch(upload)}/`)) keys.push(key);
  await removeUnusedObjects(context, keys);
  await context.db.write((tx) => tx.deleteFrom('batch').where('upload_id', '=', upload.id).execute());
}
