import { createHash } from 'node:crypto';
import { joinBytes } from '#model/join-bytes.ts';
import { folderOfBatch } from './batch.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { Upload } from '#server/rules/uploads/uploads.ts';

/**
 * The objects of an archive hold files end to end. If some files of an upload were kept unchanged and others were de-identified or not
 * used, a shared object would keep the bytes of the others for as long as the first exist: it is written again without them. If a kill
 * interrupts this, the next start does it.
 */
export async function leaveOnlyFiles(context: ServerContext, upload: Upload): Promise<void> {
  const { db, objects } = context;
  const folder = folderOfBatch(upload);
  for await (const { key, bytes } of objects.list(`${folder}/`)) {
    const pieces = await db.read.selectFrom('piece').selectAll().where('object_key', '=', key).orderBy('object_offset').execute();
    if (pieces.length === 0 || pieces.reduce((sum, { length }) => sum + length, 0) >= bytes) continue;
    const parts: Uint8Array[] = [];
    for (const piece of pieces) parts.push(await objects.read(key, piece.object_offset, piece.length));
    const left = joinBytes(parts);
    const leftKey = `${folder}/left-${createHash('sha256').update(left).digest('hex').slice(0, 32)}`;
    await objects.write(leftKey, left);
    await db.write(async (tx) => {
      let at = 0;
      for (const { file_id, file_offset, length } of pieces) {
        const place = tx.updateTable('piece').set({ object_key: leftKey, object_offset: at });
        await place.where('file_id', '=', file_id).where('file_offset', '=', file_offset).execute();
        at += length;
      }
    });
    await removeUnusedObjects(context, [key]);
  }
}
