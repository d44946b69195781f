import { useEffect, useState } from 'react';
import { formatBytes } from '#ui/format.ts';
import classes from './StorageUsed.module.css';
import { useWaitingWork } from './waiting-work.ts';

/**
 * What this origin keeps on the device. No "of N GB": the browser's quota is not the room there is (measured: it is a constant above the
 * usage), and only a refused write is true.
 */
export function StorageUsed() {
  const [usedBytes, setUsedBytes] = useState<number | null>(null);
  const work = useWaitingWork();
  useEffect(() => {
    let isGone = false;
    void navigator.storage?.estimate().then(({ usage }) => {
      if (!isGone && usage !== undefined) setUsedBytes(usage);
    });
    return () => {
      isGone = true;
    };
  }, [work]);
  if (usedBytes === null) return null;
  return (
    <p className={classes.used}>
      <span>On this device</span>
      <span>{formatBytes(usedBytes)}</span>
    </p>
  );
}
