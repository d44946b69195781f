import { IconWifiOff } from '@tabler/icons-react';
import { useReachability } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { t } from '#language/t.ts';
import { formatTime } from '#ui/format.ts';
import classes from './OfflineMark.module.css';
import { useWaitingWork } from './waiting-work.ts';

/** PWA-22: while the server is unavailable, every page shows this, since when, and how many files wait. */
export function OfflineMark() {
  const { reachable, awaySince } = useReachability();
  const work = useWaitingWork();
  if (reachable) return null;
  return (
    <span className={classes.offline} role="status">
      <IconWifiOff size={16} stroke={1.75} aria-hidden />
      <b>{TEXTS.offline}</b>
      <span className={classes.since}>
        {awaySince !== null && t('since {time}', { time: formatTime(awaySince) })}
        {work !== undefined &&
          work.files > 0 &&
          ` · ${t('{files, plural, one {# file waits} other {# files wait}}', { files: work.files })}`}
      </span>
    </span>
  );
}
