import { liveQuery } from 'dexie';
import { throttledQuery, PROGRESS_EVERY_MS } from '#localdb/throttled-query.ts';
import { archivesOf } from '#localdb/upload/server-archives.ts';
import type { LocalDb } from '#localdb/schema.ts';

/** Reports how many files wait here for the server, now and after each change, until the returned function is called. */
export function watchUnsentFiles(db: LocalDb, tell: (files: number) => void, fail: (cause: unknown) => void): () => void {
  const count = throttledQuery(
    () => PROGRESS_EVERY_MS,
    () => countUnsentFiles(db),
  );
  const watching = liveQuery(count).subscribe({ next: tell, error: (cause) => fail(cause) });
  return () => watching.unsubscribe();
}

/** How many files on this device are to be sent and are not verified on the server. Files that were not selected at Process do not count. */
export async function countUnsentFiles(db: LocalDb): Promise<number> {
  return db.transaction('r', [db.uploads, db.series, db.files], async () => {
    const [uploads, series] = await Promise.all([db.uploads.toArray(), db.series.toArray()]);
    const phaseById = new Map(uploads.map((upload) => [upload.id, upload.phase]));
    const opening = uploads.filter((upload) => upload.opening && upload.phase !== 'dropping');
    const archives = await Promise.all(opening.map(({ id }) => archivesOf(db, id)));
    const unsent = archives.flat().filter(({ state }) => state === 'stored').length;
    return series.reduce((sum, row) => {
      const phase = phaseById.get(row.uploadId);
      const isMeant = phase === 'none' || (phase !== undefined && phase !== 'dropping' && row.idx !== null);
      return isMeant ? sum + row.files - row.provedFiles : sum;
    }, unsent);
  });
}
