import { neededModels } from './kept-models.ts';
import { cacheSize } from './offline-cache.ts';
import type { LocalDb, SeriesRow, UploadRow } from '#localdb/schema.ts';

/** Bytes on this device for uploads and for viewed images. Plain bytes, without the overhead of encryption and indexes. */
export interface DeviceUsage {
  /** Not verified by the server: possibly the only copy. */
  waiting: { bytes: number; studies: number };
  /** Verified by the server and kept for safety; see docs/decisions/204-local-copies-after-upload.md. */
  proved: { bytes: number };
  cache: { bytes: number; objects: number };
  /** Of pinned studies. */
  models: { bytes: number; objects: number };
}

/** For a live query: reads rows of series and an index, but no bytes. */
export async function deviceUsage(db: LocalDb): Promise<DeviceUsage> {
  const [uploads, series, cache, models] = await Promise.all([db.uploads.toArray(), db.series.toArray(), cacheSize(db), neededModels(db)]);
  const phaseById = new Map(uploads.map(({ id, phase }) => [id, phase]));
  const waiting = series.filter((row) => bytesWaiting(row, phaseById.get(row.uploadId)) > 0);
  return {
    waiting: {
      bytes: sum(waiting.map((row) => bytesWaiting(row, phaseById.get(row.uploadId)))),
      studies: new Set(waiting.map(({ studyId }) => studyId)).size,
    },
    proved: { bytes: sum(series.map((row) => bytesHere(row) - bytesWaiting(row, phaseById.get(row.uploadId)))) },
    cache,
    models: { bytes: sum(models.map(({ keptBytes }) => keptBytes)), objects: models.length },
  };
}

function bytesHere({ bytes, goneBytes }: SeriesRow): number {
  return bytes - goneBytes;
}

/** Nothing waits in an ended upload, because what was not selected at Process can no longer be sent. */
function bytesWaiting(row: SeriesRow, phase: UploadRow['phase'] | undefined): number {
  return phase === 'ended' || phase === undefined ? 0 : bytesHere(row) - row.keptBytes;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
