import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { unlessOutdated } from '#localdb/connection.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { PROGRESS_EVERY_MS, throttledQuery } from '#localdb/throttled-query.ts';
import { useDeviceKey } from '#localdb/use-device-key.ts';
import { readAreaUploads, type AreaUploadView } from './area-uploads.ts';

export interface AreaUploads {
  uploads: readonly AreaUploadView[];
  /** By the clock of this device, ms. */
  readAt: number;
}

const NONE: AreaUploads = { uploads: [], readAt: 0 };

/** Uploads into file areas that are on this device, live. */
export function useAreaUploads(db: LocalDb): AreaUploads {
  const device = useDeviceKey(db);
  const read = useMemo(
    () =>
      device &&
      throttledQuery(
        () => PROGRESS_EVERY_MS,
        () => unlessOutdated(db, async () => ({ uploads: await readAreaUploads(db, device), readAt: Date.now() })),
      ),
    [db, device],
  );
  return useLiveQuery(async () => read?.(), [read]) ?? NONE;
}
