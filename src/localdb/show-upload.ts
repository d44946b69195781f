import { withConnection } from './connection.ts';
import { keepsBytes } from './kept-copies.ts';
import type { LocalDb, UploadRow } from './schema.ts';
import { deleteUploadRows } from './uploads.ts';

/**
 * The upload page shows this upload from now on. What it showed before goes on, or waits, unseen; only what nothing is left of goes: an empty
 * page, or an upload that has ended and of which this device keeps no copy.
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
