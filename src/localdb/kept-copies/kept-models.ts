import type { KeptKey, KeptObjectRow, LocalDb } from '#localdb/schema.ts';
import { deleteObjects } from './offline-cache.ts';

/**
 * [Note: Kept models]
 *
 * A model belongs to no study: it is kept once, for all pinned studies that it suits. Its row names them, and the model goes with the last of them.
 * A model that was run on another study is in the cache.
 */

/** In place of the UUID of a study. */
export const OF_MODELS = 'models';

export const modelKey = (version: string): KeptKey => `model:${version}`;

/** The label map of a result. */
export const labelsKey = (infer: number): KeptKey => `labels:${infer}`;

/** A study needs a model that is on this device, or is being downloaded. */
export async function needModel(db: LocalDb, key: KeptKey, studyUuid: string): Promise<void> {
  await db.transaction('rw', [db.keptObjects, db.pins], async () => {
    if ((await db.pins.get(studyUuid)) === undefined) return;
    await db.keptObjects
      .where('key')
      .equals(key)
      .modify((row) => {
        row.cached = 0;
        row.neededBy = [...new Set([...(row.neededBy ?? []), studyUuid])];
      });
  });
}

/** A study needs no other models than these. What no study needs any more is deleted. Returns the freed bytes. */
export async function dropOtherModels(db: LocalDb, studyUuid: string, keys: ReadonlySet<KeptKey>): Promise<number> {
  return db.transaction('rw', [db.keptObjects, db.keptPieces], async () => {
    const others = (await modelRows(db)).filter(({ key, neededBy }) => neededBy?.includes(studyUuid) && !keys.has(key));
    const left = others.map((row) => ({ ...row, neededBy: row.neededBy!.filter((uuid) => uuid !== studyUuid) }));
    await db.keptObjects.bulkPut(left.filter(({ neededBy }) => neededBy.length > 0));
    return deleteObjects(
      db,
      left.filter(({ neededBy }) => neededBy.length === 0).map(({ id }) => id),
    );
  });
}

/** Models of pinned studies. */
export async function neededModels(db: LocalDb): Promise<KeptObjectRow[]> {
  return (await modelRows(db)).filter(({ cached }) => cached === 0);
}

const modelRows = (db: LocalDb): Promise<KeptObjectRow[]> => db.keptObjects.where('studyUuid').equals(OF_MODELS).toArray();
