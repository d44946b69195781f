import { similarFilesBySeries, type SimilarFiles, type ComparedFile } from '#model/files/similar-files.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { openFileNames } from './decrypted-rows.ts';
import type { LocalDb } from '#localdb/schema.ts';

/** Decrypted names and UIDs, by file ID. They never change, so adding ten files to ten thousand decrypts only ten. */
export type OpenedForComparison = Map<string, Omit<ComparedFile, 'seriesId'>>;

/**
 * Counts for each series of an upload in the preview the files that are similar but not identical. Names and UIDs are encrypted, so this is a
 * separate step after files have arrived and not part of each commit. Repeating it changes nothing. `opened`: what an earlier call decrypted.
 */
export async function saveSimilarFiles(
  db: LocalDb,
  device: DeviceKey,
  uploadId: string,
  opened: OpenedForComparison = new Map(),
): Promise<void> {
  await withConnection(db, async () => {
    const alike = similarFilesBySeries(await comparedFiles(db, device, uploadId, opened));
    await db.transaction('rw', db.uploads, db.series, async () => {
      if ((await db.uploads.get(uploadId))?.phase !== 'none') return;
      const rows = await db.series.where('uploadId').equals(uploadId).toArray();
      const changed = rows.filter((row) => !isSame(row.alike ?? NOTHING, alike.get(row.id) ?? NOTHING));
      await db.series.bulkUpdate(changed.map(({ id }) => ({ key: id, changes: { alike: alike.get(id) ?? NOTHING } })));
    });
  });
}

const NOTHING: SimilarFiles = { instance: 0, nameAndSize: 0 };

/** Rows that are read and decrypted at a time. In between, the worker handles other messages. */
const AT_ONCE = 500;

async function comparedFiles(db: LocalDb, device: DeviceKey, uploadId: string, opened: OpenedForComparison): Promise<ComparedFile[]> {
  const seriesIdByFileId = new Map<string, string>();
  const seriesIds = await db.series.where('uploadId').equals(uploadId).primaryKeys();
  const fileIds = await Promise.all(seriesIds.map((seriesId) => db.files.where('seriesId').equals(seriesId).primaryKeys()));
  for (const [n, seriesId] of seriesIds.entries()) for (const id of fileIds[n]!) seriesIdByFileId.set(id, seriesId);
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

function isSame(a: SimilarFiles, b: SimilarFiles): boolean {
  return a.instance === b.instance && a.nameAndSize === b.nameAndSize;
}
