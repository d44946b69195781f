import { Link } from '@tanstack/react-router';
import { IconWifiOff } from '@tabler/icons-react';
import { useReachability } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { formatCountOf, formatTime } from '#ui/format.ts';
import { Lamp } from '#ui/Lamp.tsx';
import classes from './HeaderEnd.module.css';
import { lampOf, useWaitingWork } from './waiting-work.ts';

/** PWA-22: while the server is away every page says so, since when, and how many files wait. On phones the lamp stands here. */
export function HeaderEnd() {
  const { reachable, awaySince } = useReachability();
  const work = useWaitingWork();
  const lamp = work === undefined ? null : lampOf(work, reachable);
  return (
    <>
      {!reachable && (
        <span className={classes.offline} role="status">
          <IconWifiOff size={16} stroke={1.75} aria-hidden />
          <b>{TEXTS.offline}</b>
          <span className={classes.since}>
            {awaySince !== null && `since ${formatTime(awaySince)}`}
            {work !== undefined && work.files > 0 && ` · ${formatCountOf(work.files, 'file waits', 'files wait')}`}
          </span>
        </span>
      )}
      {lamp !== null && (
        <Link to="/upload-v2" className={classes.lamp} aria-label={[lamp.words, lamp.note].filter(Boolean).join(', ')}>
          <Lamp state={lamp.state} words={lamp.words} compact />
        </Link>
      )}
    </>
  );
}
