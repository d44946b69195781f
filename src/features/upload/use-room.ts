import { useEffect, useState } from 'react';

export interface Room {
  freeBytes: number;
  totalBytes: number;
  /** The browser has promised not to remove what is here by itself; null where it does not say. */
  isKept: boolean | null;
}

/** What the browser grants this origin and what is left of it; null where it does not say. `changed` asks again. */
export function useRoom(changed: unknown): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  useEffect(() => {
    let shown = true;
    readRoom()
      .then((read) => shown && setRoom(read))
      .catch(() => {});
    return () => {
      shown = false;
    };
  }, [changed]);
  return room;
}

async function readRoom(): Promise<Room | null> {
  const { quota, usage } = (await navigator.storage?.estimate()) ?? {};
  if (quota === undefined || usage === undefined) return null;
  return { freeBytes: Math.max(0, quota - usage), totalBytes: quota, isKept: (await navigator.storage.persisted?.()) ?? null };
}

let isAsked = false;

/** Asked with the first files that are given on this visit, when it is plain to everybody what for (PWA-27); Firefox shows a question. */
export async function askToKeep(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  await navigator.storage?.persist?.();
}
