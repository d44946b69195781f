import type { ServerContext } from '#server/rules/context.ts';
import { folderOfBatch } from './batch.ts';
import { forgetPasswords } from './passwords.ts';
import { leaveOnlyFiles } from './repack.ts';
import { removeUnnamed } from '#server/rules/remove-unnamed.ts';
import type { Upload } from '#server/rules/uploads.ts';

/** [Note: Batches] After an upload has ended: what was not moved to a series goes, rows first, since nobody may ask for it any more. */
export async function clearBatch(context: ServerContext, upload: Upload): Promise<void> {
  forgetPasswords(context.db, upload.id);
  await leaveOnlyFiles(context, upload);
  const { numDeletedRows } = await context.db.write(async (tx) => {
    await tx.deleteFrom('batch_file').where('upload_id', '=', upload.id).execute();
    await tx.deleteFrom('batch_volume').where('upload_id', '=', upload.id).execute();
    return tx.deleteFrom('batch').where('upload_id', '=', upload.id).executeTakeFirst();
  });
  if (numDeletedRows === 0n) return;
  const keys: string[] = [];
  for await (const { key } of context.objects.list(`${folderOfBatch(upload)}/`)) keys.push(key);
  await removeUnnamed(context, keys);
}
