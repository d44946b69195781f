import type { ServerContext } from './context.ts';
import { folderOfBatch } from './batch.ts';
import { forgetPasswords } from './batch-passwords.ts';
import { namedAmong } from './receive-strays.ts';
import type { Upload } from './uploads.ts';

const AT_ONCE = 500;

/** Of these objects those that no row names any more. Their keys are never written again: they were made of content that is not awaited. */
export async function removeUnnamed({ db, objects }: Pick<ServerContext, 'db' | 'objects'>, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE);
    const named = await namedAmong(db.read, some);
    for (const key of some) if (!named.has(key)) await objects.remove(key);
  }
}

/** [Note: Batches] After an upload has ended: what was not moved to a series goes, rows first, since nobody may ask for it any more. */
export async function clearBatch(context: ServerContext, upload: Upload): Promise<void> {
  forgetPasswords(context.db, upload.id);
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
