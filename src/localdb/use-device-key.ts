import { useEffect, useState } from 'react';
import { openDeviceKey, type DeviceKey } from './device-key.ts';
import type { LocalDb } from './schema.ts';

/** The user's key; null until it is open. Outside live queries, which may only read: the first use on a device creates the key. */
export function useDeviceKey(db: LocalDb): DeviceKey | null {
  const [device, setDevice] = useState<DeviceKey | null>(null);
  useEffect(() => {
    let isGone = false;
    openDeviceKey(db)
      .then((opened) => {
        if (!isGone) setDevice(opened);
      })
      .catch((error: unknown) => {
        if (!db.connection.isOver()) reportError(error);
      });
    return () => {
      isGone = true;
    };
  }, [db]);
  return device;
}
