import { useEffect, useState } from 'react';
import { openDeviceKey } from '#localdb/device-key.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { watchUnsentFiles } from '#localdb/queue/unsent-files.ts';
import { cookieMarkStore, nextMark } from './eviction-mark.ts';

/** Updates the mark while this page is open; returns how many files were evicted, until the user has read it. */
export function useEvictionMark(db: LocalDb, userId: number): { lost: number; understand: () => void } {
  const [lost, setLost] = useState(0);

  useEffect(() => {
    const store = cookieMarkStore(userId);
    let stop: (() => void) | null = null;
    let isGone = false;
    void openDeviceKey(db)
      .then(({ id }) => {
        if (isGone) return;
        stop = watchUnsentFiles(
          db,
          (files) => {
            const mark = nextMark(store.read(), { keyId: id.slice(0, 8), files });
            store.write(mark);
            setLost(mark.lost);
          },
          reportError,
        );
      })
      .catch(reportError);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [db, userId]);

  function understand() {
    const store = cookieMarkStore(userId);
    const saved = store.read();
    if (saved) store.write({ ...saved, lost: 0 });
    setLost(0);
  }

  return { lost, understand };
}
