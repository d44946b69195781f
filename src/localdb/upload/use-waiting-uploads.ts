import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { WaitingUpload } from '#model/uploads/waiting-upload.ts';
import { throttledQuery, PROGRESS_EVERY_MS } from '#localdb/throttled-query.ts';
import { unlessOutdated } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from './decrypted-rows.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useDeviceKey } from '#localdb/use-device-key.ts';
import { readWaitingUploads } from './waiting-uploads.ts';

/** Everything that waits on this device, live; undefined until the first answer. */
export function useWaitingUploads(db: LocalDb): readonly WaitingUpload[] | undefined {
  const device = useDeviceKey(db);
  const read = useMemo(() => (device ? waitingReader(db, device) : null), [db, device]);
  return useLiveQuery(() => read?.(), [read]);
}

function waitingReader(db: LocalDb, device: DeviceKey): () => Promise<readonly WaitingUpload[] | undefined> {
  const cache = new FactsCache();
  return throttledQuery(
    () => PROGRESS_EVERY_MS,
    () => unlessOutdated(db, () => readWaitingUploads(db, device, cache)),
  );
}
