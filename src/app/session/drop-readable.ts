import { callApi } from '#api/call-api.ts';
import { clearQueueOwner, setHalfDropped } from '#api/credentials.ts';
import { offlineCheck } from '#app/lock/open-screen.ts';
import { CALLS } from '#contract/calls.ts';
import { cookieMarkStore, type MarkStore } from '#features/upload/intake/eviction-mark.ts';
import { releaseKeptCopies } from '#localdb/kept-copies/kept-copies.ts';
import { countDrawn, dropConfirmed } from '#localdb/masks/drawn-here.ts';
import { untilAlone } from '#localdb/presence.ts';
import { LocalDb, type UploadRow } from '#localdb/schema.ts';
import { countUnsentFiles } from '#localdb/queue/unsent-files.ts';
import { deleteUploadRows } from '#localdb/upload/uploads.ts';

/** What happens at sign-out to studies, and to what was drawn, that are not on the server yet. */
export type WaitingAtSignOut = 'keep' | 'delete';

/** A frozen tab keeps the database open; after this time the contents are deleted anyway. */
const ALONE_WITHIN_MS = 1_000;

/**
 * Sign-out (PWA-39): nothing stays that can be read here without a sign-in. If nothing waits, or the user chose so, the whole local
 * database is deleted, keys included. What is kept stays sealed, is not sent meanwhile, and opens again at its owner's next sign-in; lists,
 * studies kept for reading, ended uploads and copies of verified files are deleted in any case.
 * The mark of waiting files is updated, because files that the user deleted were not removed by the browser.
 * Resolves when everything here is deleted, which needs no server; `told` when the server knows, or cannot be reached.
 */
export async function dropReadable(
  userId: number,
  waiting: WaitingAtSignOut,
  mark: MarkStore = cookieMarkStore(userId),
): Promise<{ told: Promise<unknown> }> {
  await setHalfDropped(userId);
  await Promise.all([clearQueueOwner(), offlineCheck.forget()]);
  await untilAlone(userId, ALONE_WITHIN_MS);
  const db = new LocalDb(userId);
  try {
    const uploads = await uploadsWaiting(db);
    const isDrawn = (await countDrawn(db)) > 0;
    if (waiting === 'keep' && (uploads.length > 0 || isDrawn)) {
      await dropEnded(db, new Set(uploads.map(({ id }) => id)), isDrawn);
      await releaseKeptCopies(db, Number.POSITIVE_INFINITY);
      saveMarked(mark, await countUnsentFiles(db));
      await setHalfDropped(null);
      return { told: Promise.resolve() };
    }
    const told = Promise.all(uploads.map(dropOnServer));
    await deleteAll(db);
    saveMarked(mark, 0);
    await setHalfDropped(null);
    return { told };
  } finally {
    db.close();
  }
}

/** Deletes the rows first: a database is deleted only after its last connection has closed. */
async function deleteAll(db: LocalDb): Promise<void> {
  await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  const isBlocked = new Promise<void>((resolve) => db.on('blocked', () => resolve()));
  await Promise.race([db.delete(), isBlocked]);
}

/** The notice of an earlier lost database stays until the user has read it. */
function saveMarked(mark: MarkStore, files: number): void {
  const saved = mark.read();
  if (saved) mark.write({ ...saved, files });
}

/** Uploads with unverified bytes, or whose progress only this device knows. */
async function uploadsWaiting(db: LocalDb): Promise<UploadRow[]> {
  return db.uploads
    .where('phase')
    .anyOf('none', 'queued', 'prepared', 'registered', 'sent', 'dropping')
    .filter((row) => (row.phase === 'sent' ? row.legacy !== undefined : row.state !== 'ready' || row.phase === 'dropping'))
    .toArray();
}

async function dropEnded(db: LocalDb, waiting: ReadonlySet<string>, isDrawn: boolean): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    for (const uploadId of await db.uploads.toCollection().primaryKeys()) {
      if (waiting.has(uploadId)) continue;
      await deleteUploadRows(db, uploadId);
      await db.uploads.delete(uploadId);
    }
    await Promise.all([db.lists, db.pins, db.keptObjects, db.keptPieces, db.steps, db.commentDrafts].map((table) => table.clear()));
    await dropConfirmed(db);
    // What was drawn on would otherwise never be on the server.
    await db.outbox.filter(({ key }) => !isDrawn || !DRAWN_ON.test(key)).delete();
  });
}

/** Keys of writes that create a segmentation, its mask or a segment. */
const DRAWN_ON = /^(?:segmentation|segmentation-mask|segment):/;

/** Uses the upload token, which is valid until the sign-out. A server out of reach keeps part of an upload that nobody continues. */
async function dropOnServer({ id, uploadToken }: UploadRow): Promise<void> {
  if (uploadToken !== null) await callApi(CALLS.dropUpload, { params: { session: id }, uploadToken, quiet: true });
}
