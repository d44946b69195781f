import { useEffect, useState } from 'react';

export interface Room {
  freeBytes: number;
  totalBytes: number;
}

/** What the browser grants this origin and what is left of it; null where it does not say. `changed` asks again. */
export function useRoom(changed: unknown): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  useEffect(() => {
    let shown = true;
    navigator.storage
      ?.estimate()
      .then(({ quota, usage }) => {
        if (shown && quota !== undefined && usage !== undefined) setRoom({ freeBytes: Math.max(0, quota - usage), totalBytes: quota });
      })
      .catch(() => {});
    return () => {
      shown = false;
    };
  }, [changed]);
  return room;
}
