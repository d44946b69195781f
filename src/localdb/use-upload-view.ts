import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import type { UploadView } from '#model/upload-view.ts';
import { readLeftBehind, type ChosenFile } from './chosen-files.ts';
import { unlessOutdated } from './connection.ts';
import { openDeviceKey, type DeviceKey } from './device-key.ts';
import { FactsCache } from './opened-rows.ts';
import type { LocalDb } from './schema.ts';
import { readUploadView } from './upload-view.ts';

/** The shown upload, live: null when there is none (ready), undefined while the first answer is on its way. */
export function useShownUpload(db: LocalDb): UploadView | null | undefined {
  const device = useDeviceKey(db);
  const cache = useMemo(() => new FactsCache(), []);
  return useLiveQuery(() => (device ? unlessOutdated(db, () => readUploadView(db, device, cache)) : undefined), [db, device, cache]);
}

/** Files that were chosen and had not been copied when the browser was closed, live. */
export function useLeftBehind(db: LocalDb): readonly ChosenFile[] {
  const device = useDeviceKey(db);
  return useLiveQuery(() => (device ? unlessOutdated(db, () => readLeftBehind(db, device)) : undefined), [db, device]) ?? NOTHING_LEFT;
}

const NOTHING_LEFT: readonly ChosenFile[] = [];

/** Outside the live query, which may only read: the first look at a device makes its key. */
function useDeviceKey(db: LocalDb): DeviceKey | null {
  const [device, setDevice] = useState<DeviceKey | null>(null);
  useEffect(() => {
    let isGone = false;
    openDeviceKey(db)
      .then((opened) => {
        if (!isGone) setDevice(opened);
      })
      .catch((error: unknown) => {
        if (db.connection.read() !== 'outdated') reportError(error);
      });
    return () => {
      isGone = true;
    };
  }, [db]);
  return device;
}
