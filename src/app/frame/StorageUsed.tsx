import { Tooltip } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TEXTS } from '#app/texts.ts';
import { formatBytes } from '#ui/format.ts';
import classes from './StorageUsed.module.css';
import { useWaitingWork } from './waiting-work.ts';

/**
 * What this origin keeps on the device; leads to what that is. No "of N GB": the browser's quota is not the room there is (measured: it is a
 * constant above the usage), and only a refused write is true.
 */
export function StorageUsed({ isRail }: { isRail: boolean }) {
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
  if (isRail) {
    return (
      <Tooltip label={TEXTS.onThisDevice} position="right">
        <Link to="/device" className={classes.icon} activeProps={CURRENT} aria-label={TEXTS.onThisDevice}>
          <IconDeviceLaptop size={18} stroke={1.5} aria-hidden />
        </Link>
      </Tooltip>
    );
  }
  return (
    <Link to="/device" className={classes.used} activeProps={CURRENT}>
      <span>{TEXTS.onThisDevice}</span>
      {usedBytes !== null && <span>{formatBytes(usedBytes)}</span>}
    </Link>
  );
}

const CURRENT = { 'aria-current': 'page' } as const;
