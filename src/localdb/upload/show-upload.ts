import { withConnection } from '#localdb/connection.ts';
import { keepsBytes } from '#localdb/kept-copies/kept-copies.ts';
import type { LocalDb, UploadRow } from '#localdb/schema.ts';
import { deleteUploadRows } from './uploads.ts';

/**
 * Makes the upload page show this upload. The earlier one continues or waits unseen. It is deleted only if nothing is left of it: an empty page, or
 * an ended upload of which this device has no copy.
 */
export async function showUpload(db: LocalDb, uploadId: string): Promise<void> {
  await withConnection(db, () => show(db, uploadId));
}

async function show(db: LocalDb, uploadId: string): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    const wanted = await db.uploads.get(uploadId);
    if (!wanted || wanted.phase === 'dropping' || wanted.shown === 1) return;
    for (const shown of await db.uploads.where('shown').equals(1).toArray()) await hide(db, shown);
    await db.uploads.update(uploadId, { shown: 1 });
  });
}

async function hide(db: LocalDb, shown: UploadRow): Promise<void> {
  const isEmpty = shown.phase === 'none' && shown.state === 'ready';
  const isOver = shown.phase === 'ended' && !keepsBytes(await db.series.where('uploadId').equals(shown.id).toArray());
  if (!isEmpty && !isOver) return void (await db.uploads.update(shown.id, { shown: 0 }));
  await deleteUploadRows(db, shown.id);
  await db.uploads.delete(shown.id);
}
