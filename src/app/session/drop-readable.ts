import { callApi } from '#api/call-api.ts';
import { clearQueueOwner, setHalfDropped } from '#api/credentials.ts';
import { offlineCheck } from '#app/lock/open-screen.ts';
import { CALLS } from '#contract/calls.ts';
import { cookieMarkStore, type MarkStore } from '#features/upload/kept-mark.ts';
import { releaseKeptCopies } from '#localdb/kept-copies.ts';
import { untilAlone } from '#localdb/presence.ts';
import { LocalDb, type UploadRow } from '#localdb/schema.ts';
import { countUnsentFiles } from '#localdb/unsent-files.ts';
import { deleteUploadRows } from '#localdb/uploads.ts';

/** What becomes of studies that are not on the server yet when their owner signs out. */
export type WaitingAtSignOut = 'keep' | 'delete';

/** A tab that the browser has frozen does not let go of the database: what is in it goes all the same. */
const ALONE_WITHIN_MS = 1_000;

/**
 * Sign-out (PWA-39): nothing that can be read here without a sign-in stays. Where nothing waits, or the person said so, the whole local database
 * goes, keys included. What is kept stays sealed as it always was, is not sent meanwhile, and opens again at its owner's next sign-in; lists,
 * studies kept for reading, ended uploads and copies of what is proved go in any case.
 * The mark of what waits here follows: what a person deleted was not removed by the browser.
 * Resolves when all of it has gone from here, which needs no server; `told` when the server has heard of it, or cannot.
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
    if (waiting === 'keep' && uploads.length > 0) {
      await dropEnded(db, new Set(uploads.map(({ id }) => id)));
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

/** The rows first: a database is not deleted before the last connection to it has closed. */
async function deleteAll(db: LocalDb): Promise<void> {
  await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  const isBlocked = new Promise<void>((resolve) => db.on('blocked', () => resolve()));
  await Promise.race([db.delete(), isBlocked]);
}

/** What went with an earlier database stays until a person has read so. */
function saveMarked(mark: MarkStore, files: number): void {
  const saved = mark.read();
  if (saved) mark.write({ ...saved, files });
}

/** Uploads with bytes that no server has proved, or of which nobody but this device knows how far they are. */
async function uploadsWaiting(db: LocalDb): Promise<UploadRow[]> {
  return db.uploads
    .where('phase')
    .anyOf('none', 'queued', 'prepared', 'registered', 'sent', 'dropping')
    .filter((row) => (row.phase === 'sent' ? row.legacy !== undefined : row.state !== 'ready' || row.phase === 'dropping'))
    .toArray();
}

async function dropEnded(db: LocalDb, waiting: ReadonlySet<string>): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    for (const uploadId of await db.uploads.toCollection().primaryKeys()) {
      if (waiting.has(uploadId)) continue;
      await deleteUploadRows(db, uploadId);
      await db.uploads.delete(uploadId);
    }
    await Promise.all([db.lists, db.pins, db.keptObjects, db.keptPieces, db.outbox, db.steps].map((table) => table.clear()));
  });
}

/** Under the token of the upload, which lasts until the sign-out is told. A server that cannot be told keeps a part of an upload that nobody continues. */
async function dropOnServer({ id, uploadToken }: UploadRow): Promise<void> {
  if (uploadToken !== null) await callApi(CALLS.dropUpload, { params: { session: id }, uploadToken, quiet: true });
}
