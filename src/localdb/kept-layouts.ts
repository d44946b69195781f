import type { SavedLayout } from '#contract/layouts.ts';
import { openDeviceKey } from './device-key.ts';
import { openJson, sealJson } from './encryption.ts';
import type { LocalDb } from './schema.ts';

const KEY = 'layouts';

/** The last list of layouts, without the time limit of other answers: a pinned study opens in its layout however long there was no network. */
export async function keepLayouts(db: LocalDb, layouts: readonly SavedLayout[], now = Date.now()): Promise<void> {
  await db.lists.put({ key: KEY, sealed: await sealJson(await openDeviceKey(db), layouts), at: now });
}

/** Null: none was kept, or it was sealed under a deleted key. */
export async function keptLayouts(db: LocalDb): Promise<{ layouts: SavedLayout[]; at: number } | null> {
  const row = await db.lists.get(KEY);
  if (row === undefined) return null;
  const layouts = await openJson<SavedLayout[]>(await openDeviceKey(db), row.sealed).catch(() => null);
  return layouts && { layouts, at: row.at };
}
