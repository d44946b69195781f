import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { throttledQuery, PROGRESS_EVERY_MS } from '#localdb/throttled-query.ts';
import { unlessOutdated } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { readLegacyView, type LegacyView } from './legacy-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useDeviceKey } from '#localdb/use-device-key.ts';

/** The legacy upload of this device, live: null if there is none, undefined until the first answer. */
export function useLegacyUpload(db: LocalDb): LegacyView | null | undefined {
  const device = useDeviceKey(db);
  const read = useMemo(() => (device ? viewReader(db, device) : null), [db, device]);
  return useLiveQuery(() => read?.(), [read]);
}

function viewReader(db: LocalDb, device: DeviceKey): () => Promise<LegacyView | null | undefined> {
  let last: LegacyView | null | undefined;
  // Decisions of the user are shown immediately; the number of files and the progress can wait.
  return throttledQuery(
    () => (last?.step === 'ready' || last?.step === 'uploading' ? PROGRESS_EVERY_MS : 0),
    async () => (last = await unlessOutdated(db, () => readLegacyView(db, device))),
  );
}

/** Whether a legacy upload with contents exists, live. Reads less than the whole view. */
export function useHasLegacyUpload(db: LocalDb | undefined): boolean {
  return useLiveQuery(async () => (db === undefined ? false : unlessOutdated(db, () => hasLegacyUpload(db))), [db]) ?? false;
}

async function hasLegacyUpload(db: LocalDb): Promise<boolean> {
  const found = await db.uploads.filter((row) => row.legacy !== undefined && row.phase !== 'dropping' && row.state !== 'ready').first();
  return found !== undefined;
}
