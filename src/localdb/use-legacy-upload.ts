import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { atMostEvery, PROGRESS_EVERY_MS } from './at-most-every.ts';
import { unlessOutdated } from './connection.ts';
import type { DeviceKey } from './device-key.ts';
import { readLegacyView, type LegacyView } from './legacy-view.ts';
import type { LocalDb } from './schema.ts';
import { useDeviceKey } from './use-device-key.ts';

/** The legacy upload of this device, live: null when there is none, undefined while the first answer is on its way. */
export function useLegacyUpload(db: LocalDb): LegacyView | null | undefined {
  const device = useDeviceKey(db);
  const read = useMemo(() => (device ? viewReader(db, device) : null), [db, device]);
  return useLiveQuery(() => read?.(), [read]);
}

function viewReader(db: LocalDb, device: DeviceKey): () => Promise<LegacyView | null | undefined> {
  let last: LegacyView | null | undefined;
  // What a person decides is shown at once; how many files came, and how far their bytes are, can wait.
  return atMostEvery(
    () => (last?.step === 'ready' || last?.step === 'uploading' ? PROGRESS_EVERY_MS : 0),
    async () => (last = await unlessOutdated(db, () => readLegacyView(db, device))),
  );
}

/** Whether there is one that has anything in it, live: for whoever need not know more. */
export function useHasLegacyUpload(db: LocalDb | undefined): boolean {
  return useLiveQuery(async () => (db === undefined ? false : unlessOutdated(db, () => hasLegacyUpload(db))), [db]) ?? false;
}

async function hasLegacyUpload(db: LocalDb): Promise<boolean> {
  const found = await db.uploads.filter((row) => row.legacy !== undefined && row.phase !== 'dropping' && row.state !== 'ready').first();
  return found !== undefined;
}
