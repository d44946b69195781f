import { cacheSize } from './kept-cache.ts';
import type { LocalDb, SeriesRow, UploadRow } from './schema.ts';

/** What lies on this device for uploads, and what was only looked at. Plain bytes; what encryption and indexes add is not counted. */
export interface DeviceUsage {
  /** Not proved by the server: here alone, perhaps. */
  waiting: { bytes: number; studies: number };
  /** Proved by the server and kept for safety's sake; see docs/decisions/204-proved-copies-stay-a-day.md. */
  proved: { bytes: number };
  cache: { bytes: number; objects: number };
}

/** For a live query: reads rows of series and an index, and no bytes. */
export async function deviceUsage(db: LocalDb): Promise<DeviceUsage> {
  const [uploads, series, cache] = await Promise.all([db.uploads.toArray(), db.series.toArray(), cacheSize(db)]);
  const phaseById = new Map(uploads.map(({ id, phase }) => [id, phase]));
  const waiting = series.filter((row) => bytesWaiting(row, phaseById.get(row.uploadId)) > 0);
  return {
    waiting: {
      bytes: sum(waiting.map((row) => bytesWaiting(row, phaseById.get(row.uploadId)))),
      studies: new Set(waiting.map(({ studyId }) => studyId)).size,
    },
    proved: { bytes: sum(series.map((row) => bytesHere(row) - bytesWaiting(row, phaseById.get(row.uploadId)))) },
    cache,
  };
}

function bytesHere({ bytes, goneBytes }: SeriesRow): number {
  return bytes - goneBytes;
}

/** Of an upload that has ended nothing waits: what was left behind at Process can be sent by nobody any more. */
function bytesWaiting(row: SeriesRow, phase: UploadRow['phase'] | undefined): number {
  return phase === 'ended' || phase === undefined ? 0 : bytesHere(row) - row.keptBytes;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
