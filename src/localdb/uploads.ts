import type { LocalDb, UploadRow } from './schema.ts';
import { dropIdleSegments } from './staged-file.ts';

/** The upload that the page shows; made when there is none. Two tabs that ask at once get the same one. */
export async function shownUpload(db: LocalDb): Promise<UploadRow> {
  return db.transaction('rw', db.uploads, async () => {
    const saved = await db.uploads.where('shown').equals(1).first();
    if (saved) return saved;
    const made = createUploadRow();
    await db.uploads.add(made);
    return made;
  });
}

/** An upload before anything is in it. */
export function createUploadRow(): UploadRow {
  return {
    id: crypto.randomUUID(),
    state: 'ready',
    phase: 'none',
    shown: 1,
    createdAt: Date.now(),
    started: null,
    endedAt: null,
    uploadToken: null,
    halt: null,
    waiting: null,
  };
}

/** Ready becomes preview with the first files; later states stay. */
export async function savePreview(db: LocalDb, uploadId: string): Promise<void> {
  await db.uploads
    .where('id')
    .equals(uploadId)
    .and((row) => row.state === 'ready')
    .modify({ state: 'preview' });
}

/**
 * Everything of an upload on this device, in the transaction of the caller. A segment in which another upload's file lies as well (see
 * returnLostFiles) stays for that one.
 */
export async function deleteUploadRows(db: LocalDb, uploadId: string): Promise<void> {
  const named = await db.files.where('uploadId').equals(uploadId).toArray();
  const staged = await db.segments.where('uploadId').equals(uploadId).primaryKeys();
  await Promise.all([
    db.studies.where('uploadId').equals(uploadId).delete(),
    db.series.where('uploadId').equals(uploadId).delete(),
    db.previews.where('uploadId').equals(uploadId).delete(),
    db.files.where('uploadId').equals(uploadId).delete(),
    db.chunks.where('uploadId').equals(uploadId).delete(),
  ]);
  await dropIdleSegments(db, [...staged, ...named.flatMap((file) => file.segmentIds)]);
}
