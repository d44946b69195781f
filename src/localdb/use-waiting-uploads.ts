import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { WaitingUpload } from '#model/waiting-upload.ts';
import { unlessOutdated } from './connection.ts';
import { FactsCache } from './opened-rows.ts';
import type { LocalDb } from './schema.ts';
import { useDeviceKey } from './use-device-key.ts';
import { readWaitingUploads } from './waiting-uploads.ts';

/** All that waits on this device, live; undefined while the first answer is on its way. */
export function useWaitingUploads(db: LocalDb): readonly WaitingUpload[] | undefined {
  const device = useDeviceKey(db);
  const cache = useMemo(() => new FactsCache(), []);
  return useLiveQuery(() => (device ? unlessOutdated(db, () => readWaitingUploads(db, device, cache)) : undefined), [db, device, cache]);
}
