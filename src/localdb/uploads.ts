import type { LocalDb, UploadRow } from './schema.ts';

/** The upload that the page shows; made when there is none. Two tabs that ask at once get the same one. */
export async function shownUpload(db: LocalDb): Promise<UploadRow> {
  return db.transaction('rw', db.uploads, async () => {
    const saved = await db.uploads.where('shown').equals(1).first();
    if (saved) return saved;
    const made: UploadRow = {
      id: crypto.randomUUID(),
      state: 'ready',
      phase: 'none',
      shown: 1,
      createdAt: Date.now(),
      started: null,
      uploadToken: null,
      halt: null,
      waiting: null,
    };
    await db.uploads.add(made);
    return made;
  });
}

/** Ready becomes preview with the first files; later states stay. */
export async function savePreview(db: LocalDb, uploadId: string): Promise<void> {
  await db.uploads
    .where('id')
    .equals(uploadId)
    .and((row) => row.state === 'ready')
    .modify({ state: 'preview' });
}

/** Everything of an upload on this device, in the transaction of the caller. */
export async function deleteUploadRows(db: LocalDb, uploadId: string): Promise<void> {
  await Promise.all([
    db.studies.where('uploadId').equals(uploadId).delete(),
    db.series.where('uploadId').equals(uploadId).delete(),
    db.previews.where('uploadId').equals(uploadId).delete(),
    db.files.where('uploadId').equals(uploadId).delete(),
    db.segments.where('uploadId').equals(uploadId).delete(),
    db.chunks.where('uploadId').equals(uploadId).delete(),
  ]);
}
