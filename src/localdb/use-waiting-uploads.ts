import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { WaitingUpload } from '#model/waiting-upload.ts';
import { atMostEvery, PROGRESS_EVERY_MS } from './at-most-every.ts';
import { unlessOutdated } from './connection.ts';
import type { DeviceKey } from './device-key.ts';
import { FactsCache } from './opened-rows.ts';
import type { LocalDb } from './schema.ts';
import { useDeviceKey } from './use-device-key.ts';
import { readWaitingUploads } from './waiting-uploads.ts';

/** All that waits on this device, live; undefined while the first answer is on its way. */
export function useWaitingUploads(db: LocalDb): readonly WaitingUpload[] | undefined {
  const device = useDeviceKey(db);
  const read = useMemo(() => (device ? waitingReader(db, device) : null), [db, device]);
  return useLiveQuery(() => read?.(), [read]);
}

function waitingReader(db: LocalDb, device: DeviceKey): () => Promise<readonly WaitingUpload[] | undefined> {
  const cache = new FactsCache();
  return atMostEvery(
    () => PROGRESS_EVERY_MS,
    () => unlessOutdated(db, () => readWaitingUploads(db, device, cache)),
  );
}
