import type { LocalDb, UploadRow } from './schema.ts';
import { createUploadRow } from './uploads.ts';

/**
 * [Note: The next upload]
 *
 * Files that found no room wait, and are taken when an upload that is on its way has made some. That upload takes no more files, and the page goes
 * on showing it; so they are taken into the next one, which is not shown yet and is shown as soon as no other is.
 */

/** The upload that takes files: the shown one while it is being arranged, else the next one. Two tabs that ask at once get the same. */
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

/** Where no upload is shown, the next one is, if there is one. Call inside the transaction that took the shown one off the page. */
export async function showNextUpload(db: LocalDb): Promise<void> {
  if ((await db.uploads.where('shown').equals(1).count()) > 0) return;
  const next = await nextUpload(db);
  if (next) await db.uploads.update(next.id, { shown: 1 });
}

function nextUpload(db: LocalDb): Promise<UploadRow | undefined> {
  return db.uploads
    .where('phase')
    .equals('none')
    .filter((row) => row.shown === 0 && row.legacy === undefined)
    .first();
}
