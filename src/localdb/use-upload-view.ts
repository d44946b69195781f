import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { keepSame } from '#model/keep-same.ts';
import type { UploadView } from '#model/upload-view.ts';
import { atMostEvery } from './at-most-every.ts';
import { readLeftBehind, type ChosenFile } from './chosen-files.ts';
import { unlessOutdated } from './connection.ts';
import type { DeviceKey } from './device-key.ts';
import { msBetweenViews } from './ms-between-views.ts';
import { FactsCache } from './opened-rows.ts';
import type { LocalDb } from './schema.ts';
import { useDeviceKey } from './use-device-key.ts';
import { readUploadView } from './upload-view.ts';

/**
 * The shown upload, live: null when there is none (ready), undefined while the first answer is on its way. What did not change is the same
 * object as before: while files are read a new view comes several times a second, and nearly all of its rows are as they were. `isGrowing`: this
 * page takes files onto the device; the moment it has them all, all of them are read, before it says that it may be closed.
 */
export function useShownUpload(db: LocalDb, isGrowing = false): UploadView | null | undefined {
  const device = useDeviceKey(db);
  const reader = useMemo(() => (device ? viewReader(db, device) : null), [db, device]);
  return useLiveQuery(() => (reader ? unlessOutdated(db, () => reader(isGrowing)) : undefined), [db, reader, isGrowing]);
}

function viewReader(db: LocalDb, device: DeviceKey): (isGrowing: boolean) => Promise<UploadView | null> {
  const cache = new FactsCache();
  let last: UploadView | null = null;
  let growing = false;
  const everyMs = (): number => msBetweenViews(last, growing, performance.now() - db.decidedAtMs);
  const read = atMostEvery(everyMs, async () => (last = keepSame(last, await readUploadView(db, device, cache))));
  return (isGrowing) => {
    growing = isGrowing;
    return read();
  };
}

/** Whether there is one that has anything in it, live: one row is read, for whoever need not know more. */
export function useHasShownUpload(db: LocalDb | undefined): boolean {
  return useLiveQuery(async () => (db === undefined ? false : unlessOutdated(db, () => hasShownUpload(db))), [db]) ?? false;
}

async function hasShownUpload(db: LocalDb): Promise<boolean> {
  const shown = await db.uploads.where('shown').equals(1).first();
  return shown !== undefined && (shown.state !== 'ready' || shown.phase !== 'none');
}

/** Files that were chosen and had not been copied when the browser was closed, live. */
export function useLeftBehind(db: LocalDb): readonly ChosenFile[] {
  const device = useDeviceKey(db);
  return useLiveQuery(() => (device ? unlessOutdated(db, () => readLeftBehind(db, device)) : undefined), [db, device]) ?? NOTHING_LEFT;
}

const NOTHING_LEFT: readonly ChosenFile[] = [];
