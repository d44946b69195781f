import { alikeBySeries, type Alike, type ComparedFile } from '#model/alike.ts';
import { withConnection } from './connection.ts';
import type { DeviceKey } from './device-key.ts';
import { openFileNames } from './opened-rows.ts';
import type { LocalDb } from './schema.ts';

/**
 * Counts of an upload that is still being arranged what is alike and not the same, beside each series. Names and UIDs lie sealed, so this is a look of its
 * own once files have come, and no question of each commit. Repeating it changes nothing.
 */
export async function saveAlike(db: LocalDb, device: DeviceKey, uploadId: string): Promise<void> {
  await withConnection(db, async () => {
    const alike = alikeBySeries(await comparedFiles(db, device, uploadId));
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

async function comparedFiles(db: LocalDb, device: DeviceKey, uploadId: string): Promise<ComparedFile[]> {
  const compared: ComparedFile[] = [];
  for (const seriesId of await db.series.where('uploadId').equals(uploadId).primaryKeys()) {
    const rows = await db.files.where('seriesId').equals(seriesId).toArray();
    const names = await Promise.all(rows.map((row) => openFileNames(device, row)));
    compared.push(
      ...names.map(({ name, instance }, n) => ({ seriesId, name, size: rows[n]!.size, ...(instance !== undefined && { instance }) })),
    );
  }
  return compared;
}

function isSame(a: Alike, b: Alike): boolean {
  return a.instance === b.instance && a.nameAndSize === b.nameAndSize;
}
