import type { DeviceKey } from './device-key.ts';
import type { LocalDb } from './schema.ts';
import { openJson, sealJson } from './sealed.ts';

/**
 * [Note: Chosen files]
 *
 * What a person has chosen and is not on this device yet stands in one sealed row per page, written before the first byte is copied and taken away
 * when the page has dealt with it. A browser that is killed in between leaves the row behind: the next page compares it with the files that
 * did arrive and names the others. Nothing of a file but its name is kept by it.
 */
export interface ChosenFile {
  /** The id that its row will have. */
  id: string;
  name: string;
  path: string;
  size: number;
}

/** Replaces what this page has said before; an empty list takes it back. */
export async function saveChosen(db: LocalDb, device: DeviceKey, pageId: string, files: readonly ChosenFile[]): Promise<void> {
  if (files.length === 0) return db.chosen.delete(pageId);
  const row = { id: pageId, isLeft: 0 as const, sealed: await sealJson(device, files) };
  await db.chosen.put(row);
}

/**
 * Of what pages that are gone were still about to take, what never arrived is left behind. Only while no page takes files (the caller holds the
 * intake lock alone): the row of a living page says what it is still about to take.
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

/** Files that were chosen before the browser was closed and never arrived here, in the order in which they were chosen. */
export async function readLeftBehind(db: LocalDb, device: DeviceKey): Promise<ChosenFile[]> {
  const rows = await db.chosen.where('isLeft').equals(1).toArray();
  return (await Promise.all(rows.map((row) => openJson<ChosenFile[]>(device, row.sealed)))).flat();
}

/** Of what was left behind, the files that have been chosen again are no longer missed: same path, same size. */
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

/** The person has read it. */
export async function forgetLeftBehind(db: LocalDb): Promise<void> {
  await db.chosen.where('isLeft').equals(1).delete();
}
