import { clearQueueOwner } from '#api/credentials.ts';
import { LocalDb } from '#localdb/schema.ts';

/**
 * Sign-out (PWA-39): where nothing of the person waits, the whole local database goes, keys included. Where an upload is not proved yet it
 * stays, sealed as it always was, is not sent meanwhile, and opens again at its owner's next sign-in; the lists that were kept for reading offline go in any case.
 */
export async function dropReadable(userId: number): Promise<void> {
  await clearQueueOwner();
  const db = new LocalDb(userId);
  try {
    const waiting = await db.uploads
      .where('phase')
      .anyOf('none', 'queued', 'prepared', 'registered')
      .filter((row) => row.state !== 'ready')
      .count();
    if (waiting === 0) await db.delete();
    else await db.lists.clear();
  } finally {
    db.close();
  }
}
