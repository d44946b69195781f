import type { Vector } from '#model/pictures/geometry.ts';
import { liveQuery } from 'dexie';
import { unlessOutdated, withConnection } from './connection.ts';
import { openDeviceKey } from './device-key.ts';
import { openJson, sealJson } from './encryption.ts';
import type { LocalDb } from './schema.ts';

/** The path that a person has drawn in a study, in the coordinates of one of its series. */
export interface KeptPath {
  series: string;
  frameOfReference: string;
  points: readonly Vector[];
}

const keyOf = (study: string): string => `path ${study}`;

/** In place of the one before; null: it was deleted. Sealing takes time, so the next call must wait for this one. */
export async function keepPath(db: LocalDb, study: string, path: KeptPath | null, now = Date.now()): Promise<void> {
  if (path === null) return withConnection(db, () => db.lists.delete(keyOf(study)));
  const sealed = await sealJson(await openDeviceKey(db), path);
  await withConnection(db, () => db.lists.put({ key: keyOf(study), sealed, at: now }));
}

/** Null: none was kept, or it was sealed under a deleted key. */
export async function keptPath(db: LocalDb, study: string): Promise<KeptPath | null> {
  const row = await db.lists.get(keyOf(study));
  if (row === undefined) return null;
  const device = await openDeviceKey(db);
  return openJson<KeptPath>(device, row.sealed).catch(() => null);
}

/** Rings now and after each change of the path of a study, by whichever window, until the watch is stopped. */
export function watchPath(db: LocalDb, study: string, ring: () => void, fail: (cause: unknown) => void): () => void {
  const rows = liveQuery(() => unlessOutdated(db, async () => (await db.lists.get(keyOf(study))) ?? null)).subscribe({
    next: (row) => row !== undefined && ring(),
    error: fail,
  });
  return () => rows.unsubscribe();
}
