import type { SeriesFile } from '#contract/study-detail.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { KeptKey, LocalDb } from '#localdb/schema.ts';
import { keptObject } from './offline-objects.ts';

/** The key of the list of files of a series. */
export function filesKey(seriesUuid: string): KeptKey {
  return `answer:files:${seriesUuid}`;
}

/** The files of a series in slice order, as the server last listed them for a pinned study; null if this device has no such list. */
export async function keptFiles(db: LocalDb, device: DeviceKey, seriesUuid: string): Promise<SeriesFile[] | null> {
  const kept = await keptObject(db, device, filesKey(seriesUuid));
  return kept && (JSON.parse(await (await kept.blob()).text()) as SeriesFile[]);
}
