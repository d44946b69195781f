import { createHash } from 'node:crypto';
import { joinBytes } from '#model/join-bytes.ts';
import { folderOfBatch } from './batch.ts';
import { removeUnnamed } from '#server/rules/remove-unnamed.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { Upload } from '#server/rules/uploads.ts';

/**
 * Files lie one behind the other in the objects of an archive. Where some of an upload went on as they were, and others without names or not at all, an object of both
 * would keep the bytes of the others for as long as there is the first: it is written anew without them. Cut off by a kill it is done by the next start.
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
    await removeUnnamed(context, [key]);
  }
}
