import type { LocalDb, UploadRow } from '#localdb/schema.ts';
import { dropIdleSegments } from '#localdb/files/staged-file.ts';

/** The upload that the page shows, created if there is none. Two simultaneous tabs get the same one. */
export async function shownUpload(db: LocalDb): Promise<UploadRow> {
  return db.transaction('rw', db.uploads, async () => {
    const saved = await db.uploads.where('shown').equals(1).first();
    if (saved) return saved;
    const made = createUploadRow();
    await db.uploads.add(made);
    return made;
  });
}

/** An empty upload. */
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

/** Its files are read and sorted into studies here. Those of legacy uploads and of uploads into file areas are sent as they are. */
export function isSortedHere({ legacy, area }: Pick<UploadRow, 'legacy' | 'area'>): boolean {
  return legacy === undefined && area === undefined;
}

/** Ready becomes preview with the first files. Later states do not change. */
export async function savePreview(db: LocalDb, uploadId: string): Promise<void> {
  await db.uploads
    .where('id')
    .equals(uploadId)
    .and((row) => row.state === 'ready')
    .modify({ state: 'preview' });
}

/**
 * Deletes everything of an upload on this device, inside a transaction. A segment that also contains a file of another upload (see returnLostFiles)
 * is kept for that one.
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
