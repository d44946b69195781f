import type { DeviceKey } from '#localdb/device-key.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { openJson, sealJson } from '#localdb/encryption.ts';

/**
 * [Note: Chosen files]
 *
 * Files that the user has chosen and that are not on this device yet are listed in one encrypted row per page. It is written before the first
 * byte is copied and deleted when the page has handled the files. If the browser is killed in between, the row remains: the next page compares
 * it with the files that did arrive and lists the others. It stores only the names and sizes of the files.
 */
export interface ChosenFile {
  /** The ID that its row will have. */
  id: string;
  name: string;
  path: string;
  size: number;
}

/** Replaces the earlier list of this page; an empty list clears it. */
export async function saveChosen(db: LocalDb, device: DeviceKey, pageId: string, files: readonly ChosenFile[]): Promise<void> {
  if (files.length === 0) return db.chosen.delete(pageId);
  const row = { id: pageId, isLeft: 0 as const, sealed: await sealJson(device, files) };
  await db.chosen.put(row);
}

/**
 * Of the lists of closed pages, marks the files that never arrived as left behind. Call only while no page takes files (with the exclusive intake
 * lock): the row of an open page has files that are still to come.
 */
export async function leaveChosenBehind(db: LocalDb, device: DeviceKey, pageId: string): Promise<void> {
  for (const row of await db.chosen.where('isLeft').equals(0).toArray()) {
    if (row.id === pageId) continue;
    const chosen = await openJson<ChosenFile[]>(device, row.sealed);
    const arrived = await db.files.bulkGet(chosen.map(({ id }) => id));
    const missed = chosen.filter((_, index) => arrived[index] === undefined);
    if (missed.length === 0) await db.chosen.delete(row.id);
    else await db.chosen.put({ id: row.id, isLeft: 1, sealed: await sealJson(device, missed) });
  }
}

/** Files that were chosen before the browser was closed and never arrived here, in the order of choosing. */
export async function readLeftBehind(db: LocalDb, device: DeviceKey): Promise<ChosenFile[]> {
  const rows = await db.chosen.where('isLeft').equals(1).toArray();
  return (await Promise.all(rows.map((row) => openJson<ChosenFile[]>(device, row.sealed)))).flat();
}

/** Removes files that were chosen again from the files left behind: same path, same size. */
export async function missNoLonger(db: LocalDb, device: DeviceKey, again: readonly ChosenFile[]): Promise<void> {
  const known = new Set(again.map(placeOf));
  for (const row of await db.chosen.where('isLeft').equals(1).toArray()) {
    const files = await openJson<ChosenFile[]>(device, row.sealed);
    const missed = files.filter((file) => !known.has(placeOf(file)));
    if (missed.length === files.length) continue;
    if (missed.length === 0) await db.chosen.delete(row.id);
    else await db.chosen.put({ ...row, sealed: await sealJson(device, missed) });
  }
}

function placeOf({ path, size }: ChosenFile): string {
  return `${size} ${path}`;
}

/** The user has read the notice. */
export async function forgetLeftBehind(db: LocalDb): Promise<void> {
  await db.chosen.where('isLeft').equals(1).delete();
}
