import type { BodyOf, Calls } from '#contract/calls.ts';
import { nextPhase } from '#model/uploads/transfer-phase.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { openJson, sealJson } from '#localdb/encryption.ts';
import { chunksOf } from '#localdb/legacy-upload/legacy-uploads.ts';
import type { AreaUploadRow, LocalDb, UploadRow } from '#localdb/schema.ts';
import { createUploadRow, deleteUploadRows } from '#localdb/upload/uploads.ts';

/**
 * [Note: Uploads into an area on this device]
 *
 * They use the tables, the staging and the sender of legacy uploads: all files belong to one row of `series` with the ID of the upload, and the
 * chunks are marked as unsorted. The difference: the server never reads them, so no file is left out, a name is the path below the folder, and
 * once every file is verified nothing of the upload is needed here. There can be several at a time. Only the file manager shows them.
 */
export type AreaTarget = Pick<BodyOf<Calls['takeUpload']>, 'dir' | 'conflict'>;

type WithArea = UploadRow & { area: AreaUploadRow };

export interface AreaUploadView extends AreaTarget, Pick<UploadRow, 'id' | 'phase' | 'halt' | 'waiting' | 'createdAt'> {
  work: string;
  files: number;
  bytes: { total: number; confirmed: number };
}

/** An upload without files, for which the files are copied onto this device now. */
export async function openAreaUpload(db: LocalDb, device: DeviceKey, target: AreaTarget): Promise<string> {
  const area: AreaUploadRow = { work: crypto.randomUUID(), files: 0, sealed: await sealJson(device, target) };
  const made: UploadRow = { ...createUploadRow(), shown: 0, area };
  await withConnection(db, () => db.uploads.add(made));
  return made.id;
}

/** Writes the queue of what is on this device, online or not. A second call changes nothing. False: there is nothing to send. */
export async function sendAreaUpload(db: LocalDb, uploadId: string): Promise<boolean> {
  return withConnection(db, () =>
    db.transaction('rw', [db.uploads, db.series, db.files, db.chunks], async () => {
      const upload = await db.uploads.get(uploadId);
      const phase = upload && nextPhase(upload.phase, 'process');
      const files = await db.files.where('uploadId').equals(uploadId).toArray();
      if (!upload?.area || files.length === 0) return false;
      if (!phase) return true;
      await db.series.update(uploadId, { idx: 0 });
      await db.chunks.bulkPut(chunksOf(uploadId, files));
      const area = { ...upload.area, files: files.length };
      await db.uploads.update(uploadId, { phase, area, state: 'upload', started: Date.now(), halt: null, waiting: null });
      return true;
    }),
  );
}

/** PCALL-208 without its session. Null for any other upload, and once it was cleared. */
export async function openAreaTarget(db: LocalDb, device: DeviceKey, uploadId: string) {
  const upload = await db.uploads.get(uploadId);
  if (!upload?.area || upload.phase === 'dropping') return null;
  const { work, files, sealed } = upload.area;
  return { ...(await openJson<AreaTarget>(device, sealed)), files, uuid: work };
}

/** Every file is on the server: the rest happens there. Changes no other upload. */
export async function removeSentArea(db: LocalDb, uploadId: string): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    const upload = await db.uploads.get(uploadId);
    if (!upload?.area || upload.phase === 'dropping') return;
    await deleteUploadRows(db, uploadId);
    await db.uploads.delete(uploadId);
  });
}

/** Oldest first. */
export async function readAreaUploads(db: LocalDb, device: DeviceKey): Promise<AreaUploadView[]> {
  const rows = await withConnection(db, () =>
    db.transaction('r', [db.uploads, db.series], async () => {
      const uploads = await db.uploads.filter((row) => row.area !== undefined && row.phase !== 'dropping').toArray();
      const series = await db.series.bulkGet(uploads.map(({ id }) => id));
      return uploads.map((upload, n) => ({ upload: upload as WithArea, series: series[n] }));
    }),
  );
  const views = rows.map(async ({ upload: { id, phase, halt, waiting, createdAt, area }, series }) => ({
    ...{ id, phase, halt, waiting, createdAt, work: area.work, files: series?.files ?? 0 },
    ...(await openJson<AreaTarget>(device, area.sealed)),
    bytes: { total: series?.bytes ?? 0, confirmed: series?.confirmedBytes ?? 0 },
  }));
  return (await Promise.all(views)).sort((a, b) => a.createdAt - b.createdAt);
}
