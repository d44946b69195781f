import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { reuseUnchanged } from '#model/reuse-unchanged.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { throttledQuery } from '#localdb/throttled-query.ts';
import { readLeftBehind, type ChosenFile } from '#localdb/files/chosen-files.ts';
import { unlessOutdated } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { viewIntervalMs } from './view-interval.ts';
import { FactsCache } from './decrypted-rows.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useDeviceKey } from '#localdb/use-device-key.ts';
import { readUploadView } from './upload-view.ts';

/**
 * The shown upload, live: null if there is none (ready), undefined until the first answer. Unchanged parts are the same objects as before, because
 * a new view comes several times a second while files are read. `isGrowing`: this page is taking files onto the device. When it has all of them,
 * the view is read once more before the page says that it may be closed.
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
  const everyMs = (): number => viewIntervalMs(last, growing, performance.now() - db.decidedAtMs);
  const read = throttledQuery(everyMs, async () => (last = reuseUnchanged(last, await readUploadView(db, device, cache))));
  return (isGrowing) => {
    growing = isGrowing;
    return read();
  };
}

/** Whether a shown upload with contents exists, live. Reads only one row. */
export function useHasShownUpload(db: LocalDb | undefined): boolean {
  return useLiveQuery(async () => (db === undefined ? false : unlessOutdated(db, () => hasShownUpload(db))), [db]) ?? false;
}

async function hasShownUpload(db: LocalDb): Promise<boolean> {
  const shown = await db.uploads.where('shown').equals(1).first();
  return shown !== undefined && (shown.state !== 'ready' || shown.phase !== 'none');
}

/** Files that were chosen but not copied when the browser was closed, live. */
export function useLeftBehind(db: LocalDb): readonly ChosenFile[] {
  const device = useDeviceKey(db);
  return useLiveQuery(() => (device ? unlessOutdated(db, () => readLeftBehind(db, device)) : undefined), [db, device]) ?? NOTHING_LEFT;
}

const NOTHING_LEFT: readonly ChosenFile[] = [];
