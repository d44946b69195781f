import { useLiveQuery } from 'dexie-react-hooks';
import { unlessOutdated } from '#localdb/connection.ts';
import { deviceUsage, type DeviceUsage } from './device-usage.ts';
import { keptByStudy, keptOfStudy, pinStates, type KeptOfStudy } from './pins.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { PinState } from '#model/offline/pin-state.ts';
import { useDeviceKey } from '#localdb/use-device-key.ts';

/** What is kept of every study, live; undefined until it is read. */
export function useKeptByStudy(db: LocalDb): ReadonlyMap<string, KeptOfStudy> | undefined {
  const device = useDeviceKey(db);
  return useLiveQuery(() => (device ? unlessOutdated(db, () => keptByStudy(db, device)) : undefined), [db, device]);
}

/** What is kept of one study, live; undefined until it is read. */
export function useKeptOfStudy(db: LocalDb, studyUuid: string): KeptOfStudy | undefined {
  const device = useDeviceKey(db);
  return useLiveQuery(() => (device ? unlessOutdated(db, () => keptOfStudy(db, device, studyUuid)) : undefined), [db, device, studyUuid]);
}

/** The pinned studies and their states, live; undefined until they are read. For the marks in a list: nothing is decrypted. */
export function usePinStates(db: LocalDb): ReadonlyMap<string, PinState> | undefined {
  return useLiveQuery(() => unlessOutdated(db, () => pinStates(db)), [db]);
}

export function useDeviceUsage(db: LocalDb): DeviceUsage | undefined {
  return useLiveQuery(() => unlessOutdated(db, () => deviceUsage(db)), [db]);
}
