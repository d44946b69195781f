import type { LocalDb, UploadRow } from '#localdb/schema.ts';
import { createUploadRow, isSortedHere } from './uploads.ts';

/**
 * [Note: The next upload]
 *
 * Files that do not fit on the device wait until an upload in progress has freed space. That upload accepts no more files and stays on the page,
 * so the waiting files go into the next upload, which is shown as soon as no other one is.
 */

/** The upload that takes files: the shown one while it is in the preview, otherwise the next one. Two simultaneous tabs get the same one. */
export async function uploadThatTakes(db: LocalDb): Promise<UploadRow> {
  return db.transaction('rw', db.uploads, async () => {
    const shown = await db.uploads.where('shown').equals(1).first();
    if (shown?.phase === 'none') return shown;
    const next = await nextUpload(db);
    if (next && !shown) await db.uploads.update(next.id, { shown: 1 });
    if (next) return next;
    const made: UploadRow = { ...createUploadRow(), shown: shown ? 0 : 1 };
    await db.uploads.add(made);
    return made;
  });
}

/** If no upload is shown, shows the next one, if there is one. Call inside the transaction that hid the shown one. */
export async function showNextUpload(db: LocalDb): Promise<void> {
  if ((await db.uploads.where('shown').equals(1).count()) > 0) return;
  const next = await nextUpload(db);
  if (next) await db.uploads.update(next.id, { shown: 1 });
}

function nextUpload(db: LocalDb): Promise<UploadRow | undefined> {
  return db.uploads
    .where('phase')
    .equals('none')
    .filter((row) => row.shown === 0 && isSortedHere(row))
    .first();
}
