import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import type { UploadView } from '#model/upload-view.ts';
import { openDeviceKey, type DeviceKey } from './device-key.ts';
import { FactsCache } from './opened-rows.ts';
import type { LocalDb } from './schema.ts';
import { readUploadView } from './upload-view.ts';

/** The shown upload, live: null when there is none (ready), undefined while the first answer is on its way. */
export function useShownUpload(db: LocalDb): UploadView | null | undefined {
  const device = useDeviceKey(db);
  const cache = useMemo(() => new FactsCache(), []);
  return useLiveQuery(() => (device ? readUploadView(db, device, cache) : undefined), [db, device, cache]);
}

/** Outside the live query, which may only read: the first look at a device makes its key. */
function useDeviceKey(db: LocalDb): DeviceKey | null {
  const [device, setDevice] = useState<DeviceKey | null>(null);
  useEffect(() => {
    let isGone = false;
    void openDeviceKey(db).then((opened) => {
      if (!isGone) setDevice(opened);
    });
    return () => {
      isGone = true;
    };
  }, [db]);
  return device;
}
