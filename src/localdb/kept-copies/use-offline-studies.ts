import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { unlessOutdated } from '#localdb/connection.ts';
import { deviceUsage, type DeviceUsage } from './device-usage.ts';
import { keptByStudy, keptOfStudy, pinStates, type KeptOfStudy } from './pins.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { PinState } from '#model/offline/pin-state.ts';
import { PROGRESS_EVERY_MS, throttledQuery } from '#localdb/throttled-query.ts';
import { useDeviceKey } from '#localdb/use-device-key.ts';

/** What is kept of every study, live; undefined until it is read. */
export function useKeptByStudy(db: LocalDb): ReadonlyMap<string, KeptOfStudy> | undefined {
  const device = useDeviceKey(db);
  const read = useMemo(() => device && throttledQuery(everyMs, () => keptByStudy(db, device)), [db, device]);
  return useLiveQuery(() => (read ? unlessOutdated(db, read) : undefined), [db, read]);
}

/** What is kept of one study, live; undefined until it is read. */
export function useKeptOfStudy(db: LocalDb, studyUuid: string): KeptOfStudy | undefined {
  const device = useDeviceKey(db);
  const read = useMemo(() => device && throttledQuery(everyMs, () => keptOfStudy(db, device, studyUuid)), [db, device, studyUuid]);
  return useLiveQuery(() => (read ? unlessOutdated(db, read) : undefined), [db, read]);
}

/** A series of a thousand files is written file by file, and every reading goes over the rows of its study. */
const everyMs = (): number => PROGRESS_EVERY_MS;

/** The pinned studies and their states, live; undefined until they are read. For the marks in a list: nothing is decrypted. */
export function usePinStates(db: LocalDb): ReadonlyMap<string, PinState> | undefined {
  return useLiveQuery(() => unlessOutdated(db, () => pinStates(db)), [db]);
}

export function useDeviceUsage(db: LocalDb): DeviceUsage | undefined {
  return useLiveQuery(() => unlessOutdated(db, () => deviceUsage(db)), [db]);
}
