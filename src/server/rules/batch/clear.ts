import type { ServerContext } from '#server/rules/context.ts';
import { findBatch, folderOfBatch } from './batch.ts';
import { forgetPasswords } from './passwords.ts';
import { leaveOnlyFiles } from './repack.ts';
import { receivingOf } from '#server/rules/receive/receiving.ts';
import { removeUnnamed } from '#server/rules/remove-unnamed.ts';
import type { Upload } from '#server/rules/uploads.ts';

/**
 * [Note: Batches] After an upload has ended: what was not moved to a series goes, rows first, since nobody may ask for it any more. The row of the batch goes
 * last: as long as it is there the next start, or the next CALL-053, does what a kill or a fault has left, and no object with names waits to be found as a stray.
 */
export async function clearBatch(context: ServerContext, upload: Upload): Promise<void> {
  forgetPasswords(context.db, upload.id);
  // Whoever polls asks again while it is done.
  await receivingOf(context.db).turns.take(`clear-batch-${upload.id}`, () => clear(context, upload));
}

async function clear(context: ServerContext, upload: Upload): Promise<void> {
  if ((await findBatch(context.db.read, upload.id)) === null) return;
  await leaveOnlyFiles(context, upload);
  await context.db.write(async (tx) => {
    await tx.deleteFrom('batch_file').where('upload_id', '=', upload.id).execute();
    await tx.deleteFrom('batch_volume').where('upload_id', '=', upload.id).execute();
  });
  const keys: string[] = [];
  for await (const { key } of context.objects.list(`${folderOfBatch(upload)}/`)) keys.push(key);
  await removeUnnamed(context, keys);
  await context.db.write((tx) => tx.deleteFrom('batch').where('upload_id', '=', upload.id).execute());
}
