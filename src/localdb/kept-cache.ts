import { Dexie } from 'dexie';
import { cacheLimits, type CacheLimits } from '#model/cache-limits.ts';
import { withConnection } from './connection.ts';
import type { LocalDb } from './schema.ts';

/**
 * [Note: The cache gives way]
 *
 * Pictures and volumes that were looked at and are not of a pinned study are a comfort. They are bounded, the longest unused goes first, and all of
 * them go before a byte of an upload finds no room: before proved copies (see kept-copies.ts), and without asking. What is pinned goes only when
 * a person says so.
 */

/** Lets go of cached objects until `bytesNeeded` are free, the longest unused first; the bytes that this frees, which may be fewer. */
export async function releaseCache(db: LocalDb, bytesNeeded: number): Promise<number> {
  return withConnection(db, () =>
    db.transaction('rw', [db.keptObjects, db.keptPieces], async () => {
      let freed = 0;
      for (const { id } of await cachedObjects(db)) {
        if (freed >= bytesNeeded) break;
        freed += await deleteObjects(db, [id]);
      }
      return freed;
    }),
  );
}

/** Lets go of what is too much once `comingBytes` of object `id` are written. That object itself stays. */
export async function trimCache(db: LocalDb, id: string, comingBytes: number, limits: CacheLimits): Promise<void> {
  await db.transaction('rw', [db.keptObjects, db.keptPieces], async () => {
    const others = (await cachedObjects(db)).filter((object) => object.id !== id);
    let bytes = others.reduce((sum, { size }) => sum + size, comingBytes);
    let objects = others.length + 1;
    for (const { id, size } of others) {
      if (bytes <= limits.bytes && objects <= limits.objects) break;
      await deleteObjects(db, [id]);
      bytes -= size;
      objects -= 1;
    }
  });
}

/** Read off the index alone, the longest unused first. */
async function cachedObjects(db: LocalDb): Promise<{ id: string; size: number }[]> {
  const cached = db.keptObjects.where('[cached+usedAt+size]').between([1], [1, Dexie.maxKey]);
  const [ids, keys] = await Promise.all([cached.primaryKeys(), cached.keys()]);
  return ids.map((id, n) => ({ id, size: (keys[n] as unknown as [number, number, number])[2] }));
}

/** Rows and pieces, in the transaction of the caller; the bytes that this frees. */
export async function deleteObjects(db: LocalDb, ids: readonly string[]): Promise<number> {
  const rows = await db.keptObjects.bulkGet([...ids]);
  for (const id of ids) await db.keptPieces.where('[objectId+at]').between([id, 0], [id, Number.POSITIVE_INFINITY]).delete();
  await db.keptObjects.bulkDelete([...ids]);
  return rows.reduce((sum, row) => sum + (row?.keptBytes ?? 0), 0);
}

/** What the browser grants changes little while a page is open, and asking takes it some milliseconds. */
let asked: Promise<CacheLimits> | null = null;

export function limitsHere(): Promise<CacheLimits> {
  asked ??= quotaHere().then(cacheLimits);
  return asked;
}

async function quotaHere(): Promise<number | null> {
  if (typeof navigator === 'undefined') return null;
  return (await navigator.storage?.estimate().catch(() => null))?.quota ?? null;
}

/** Bytes that a person may free without losing what they asked to keep, and how many objects they are. */
export async function cacheSize(db: LocalDb): Promise<{ bytes: number; objects: number }> {
  const cached = await cachedObjects(db);
  return { bytes: cached.reduce((sum, { size }) => sum + size, 0), objects: cached.length };
}
