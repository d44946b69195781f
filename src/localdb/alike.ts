import { alikeBySeries, type Alike, type ComparedFile } from '#model/alike.ts';
import { withConnection } from './connection.ts';
import type { DeviceKey } from './device-key.ts';
import { openFileNames } from './opened-rows.ts';
import type { LocalDb } from './schema.ts';

/** Names and UIDs of files that were opened once, by file id: they never change, and ten files beside ten thousand are ten more to open. */
export type OpenedForAlike = Map<string, Omit<ComparedFile, 'seriesId'>>;

/**
 * Counts of an upload that is still being arranged what is alike and not the same, beside each series. Names and UIDs lie sealed, so this is a look of its
 * own once files have come, and no question of each commit. Repeating it changes nothing. `opened`: what an earlier look of the caller opened.
 */
export async function saveAlike(db: LocalDb, device: DeviceKey, uploadId: string, opened: OpenedForAlike = new Map()): Promise<void> {
  await withConnection(db, async () => {
    const alike = alikeBySeries(await comparedFiles(db, device, uploadId, opened));
    await db.transaction('rw', db.uploads, db.series, async () => {
      if ((await db.uploads.get(uploadId))?.phase !== 'none') return;
      for (const { id, alike: before } of await db.series.where('uploadId').equals(uploadId).toArray()) {
        const now = alike.get(id) ?? NOTHING;
        if (!isSame(before ?? NOTHING, now)) await db.series.update(id, { alike: now });
      }
    });
  });
}

const NOTHING: Alike = { instance: 0, nameAndSize: 0 };

/** Rows that are read and opened at a time: between two of them the worker hears whatever else it is asked. */
const AT_ONCE = 500;

async function comparedFiles(db: LocalDb, device: DeviceKey, uploadId: string, opened: OpenedForAlike): Promise<ComparedFile[]> {
  const seriesIdByFileId = new Map<string, string>();
  for (const seriesId of await db.series.where('uploadId').equals(uploadId).primaryKeys()) {
    for (const id of await db.files.where('seriesId').equals(seriesId).primaryKeys()) seriesIdByFileId.set(id, seriesId);
  }
  for (const id of opened.keys()) if (!seriesIdByFileId.has(id)) opened.delete(id);
  const fresh = [...seriesIdByFileId.keys()].filter((id) => !opened.has(id));
  for (let at = 0; at < fresh.length; at += AT_ONCE) {
    const rows = (await db.files.bulkGet(fresh.slice(at, at + AT_ONCE))).filter((row) => row !== undefined);
    const names = await Promise.all(rows.map((row) => openFileNames(device, row)));
    for (const [n, { name, instance }] of names.entries()) {
      opened.set(rows[n]!.id, { name, size: rows[n]!.size, ...(instance !== undefined && { instance }) });
    }
  }
  return [...opened].map(([id, file]) => ({ ...file, seriesId: seriesIdByFileId.get(id)! }));
}

function isSame(a: Alike, b: Alike): boolean {
  return a.instance === b.instance && a.nameAndSize === b.nameAndSize;
}
