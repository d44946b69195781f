import { studyStatus } from '#model/status.ts';
import type { WaitingUpload } from '#model/uploads/waiting-upload.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { FactsCache } from './decrypted-rows.ts';
import type { LocalDb, SeriesRow, StudyRow, UploadRow } from '#localdb/schema.ts';
import { seriesStatus } from './upload-view.ts';

/**
 * Everything of this user that waits on this device, shown or not (HIST-005): first uploads in progress, in the order of sending, then those
 * without Process, then cleared ones that the server does not know of yet. Counted from series, as on the upload page.
 */
export async function readWaitingUploads(db: LocalDb, device: DeviceKey, cache: FactsCache): Promise<WaitingUpload[]> {
  const rows = await withConnection(db, () => readRows(db));
  return Promise.all(rows.map((row) => openWaiting(device, cache, row)));
}

type WaitingRow = UploadRow & Pick<WaitingUpload, 'phase'>;

interface WaitingRows {
  upload: WaitingRow;
  series: SeriesRow[];
  studies: number;
  first: StudyRow | undefined;
}

const RANK: Record<WaitingUpload['phase'], number> = { queued: 0, prepared: 0, registered: 0, none: 1, dropping: 2 };

/** All rows are read in one transaction, so that the numbers are from one moment. Nothing is decrypted in it. */
async function readRows(db: LocalDb): Promise<WaitingRows[]> {
  return db.transaction('r', [db.uploads, db.studies, db.series], async () => {
    const uploads = (await db.uploads.where('phase').anyOf(Object.keys(RANK)).toArray()) as WaitingRow[];
    const read = await Promise.all(uploads.map((upload) => rowsOf(db, upload)));
    return (
      read
        // Those into a file area are shown by the file manager.
        .filter(({ upload, series }) => upload.area === undefined && (upload.phase === 'dropping' || series.length > 0))
        .sort((a, b) => RANK[a.upload.phase] - RANK[b.upload.phase] || a.upload.createdAt - b.upload.createdAt)
    );
  });
}

async function rowsOf(db: LocalDb, upload: WaitingRow): Promise<WaitingRows> {
  const all = await db.series.where('uploadId').equals(upload.id).toArray();
  // Series that were not selected at Process stay on this device but are not waiting.
  const series = upload.phase === 'none' ? all : all.filter((row) => row.idx !== null);
  const studyIds = [...new Set(series.map((row) => row.studyId))];
  const studies = (await db.studies.bulkGet(studyIds)).filter((row) => row !== undefined);
  return { upload, series, studies: studyIds.length, first: studies.sort((a, b) => a.position - b.position)[0] };
}

async function openWaiting(device: DeviceKey, cache: FactsCache, rows: WaitingRows): Promise<WaitingUpload> {
  const { upload, series, studies, first } = rows;
  const sum = (of: (row: SeriesRow) => number): number => series.reduce((total, row) => total + of(row), 0);
  return {
    id: upload.id,
    phase: upload.phase,
    isShown: upload.shown === 1,
    isLegacy: upload.legacy !== undefined,
    since: upload.started ?? upload.createdAt,
    patientName: first === undefined ? null : (await cache.study(device, first)).patientName,
    studies,
    files: { total: sum((row) => row.files), proved: sum((row) => row.provedFiles), lost: sum((row) => row.lostFiles) },
    bytes: { total: sum((row) => row.bytes), confirmed: sum((row) => row.confirmedBytes), proved: sum((row) => row.provedBytes) },
    status: upload.phase === 'none' ? 'on this device' : studyStatus(series.map((row) => seriesStatus(upload, row))),
    halt: upload.halt,
    waiting: upload.waiting,
  };
}
