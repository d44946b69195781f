import { Dexie } from 'dexie';
import { cacheLimits, type CacheLimits } from '#model/offline/cache-limits.ts';
import { withConnection } from '#localdb/connection.ts';
import type { LocalDb } from '#localdb/schema.ts';

/**
 * [Note: The cache gives way]
 *
 * Viewed images and volumes outside pinned studies are only a convenience. Their total size is limited, and the least recently used go first.
 * All of them are deleted before an upload runs out of space: before verified copies (see kept-copies.ts), and without asking. Pinned objects
 * are deleted only by the user.
 */

/** Deletes cached objects, least recently used first, until `bytesNeeded` are free; returns the bytes freed, which may be fewer. */
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

/** Deletes cached objects to stay within the limits once `comingBytes` of object `id` are written. That object is kept. */
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

/** Read from the index only, least recently used first. */
async function cachedObjects(db: LocalDb): Promise<{ id: string; size: number }[]> {
  const cached = db.keptObjects.where('[cached+usedAt+size]').between([1], [1, Dexie.maxKey]);
  const [ids, keys] = await Promise.all([cached.primaryKeys(), cached.keys()]);
  return ids.map((id, n) => ({ id, size: (keys[n] as unknown as [number, number, number])[2] }));
}

/** Deletes rows and pieces in the caller's transaction; returns the bytes freed. */
export async function deleteObjects(db: LocalDb, ids: readonly string[]): Promise<number> {
  const rows = await db.keptObjects.bulkGet([...ids]);
  for (const id of ids) await db.keptPieces.where('[objectId+at]').between([id, 0], [id, Number.POSITIVE_INFINITY]).delete();
  await db.keptObjects.bulkDelete([...ids]);
  return rows.reduce((sum, row) => sum + (row?.keptBytes ?? 0), 0);
}

/** The browser's quota hardly changes while a page is open, and requesting it takes some milliseconds. */
let asked: Promise<CacheLimits> | null = null;

export function limitsHere(): Promise<CacheLimits> {
  asked ??= quotaHere().then(cacheLimits);
  return asked;
}

async function quotaHere(): Promise<number | null> {
  if (typeof navigator === 'undefined') return null;
  return (await navigator.storage?.estimate().catch(() => null))?.quota ?? null;
}

/** Bytes that can be freed without losing anything pinned, and the number of objects. */
export async function cacheSize(db: LocalDb): Promise<{ bytes: number; objects: number }> {
  const cached = await cachedObjects(db);
  return { bytes: cached.reduce((sum, { size }) => sum + size, 0), objects: cached.length };
}
