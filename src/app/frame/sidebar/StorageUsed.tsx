import { Tooltip } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TEXTS } from '#app/texts.ts';
import { formatBytes } from '#ui/format.ts';
import classes from './StorageUsed.module.css';
import { useWaitingWork } from '#app/frame/waiting-work.ts';

/**
 * The storage that this origin uses on the device, with a link to the details. No "of N GB": the browser's quota is not the free space
 * (measured: it is a constant above the usage); only a refused write is reliable.
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
