import { useEffect, useState } from 'react';

export interface StorageSpace {
  freeBytes: number;
  totalBytes: number;
  /** The browser has promised not to delete this data automatically; null if it does not say. */
  isKept: boolean | null;
}

/** The browser's quota of this origin and the rest of it; null if it does not say. `changed` reads it again. */
export function useStorageSpace(changed: unknown): StorageSpace | null {
  const [room, setRoom] = useState<StorageSpace | null>(null);
  useEffect(() => {
    let shown = true;
    readStorageSpace()
      .then((read) => shown && setRoom(read))
      .catch(() => {});
    return () => {
      shown = false;
    };
  }, [changed]);
  return room;
}

async function readStorageSpace(): Promise<StorageSpace | null> {
  const { quota, usage } = (await navigator.storage?.estimate()) ?? {};
  if (quota === undefined || usage === undefined) return null;
  return { freeBytes: Math.max(0, quota - usage), totalBytes: quota, isKept: (await navigator.storage.persisted?.()) ?? null };
}

let isAsked = false;

/** Asked with the first files of this visit, when the reason is obvious (PWA-27); Firefox shows a question. */
export async function requestPersistence(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  await navigator.storage?.persist?.();
}
