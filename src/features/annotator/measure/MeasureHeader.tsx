import { IconDeviceLaptop, IconServer } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { useMeasureState } from './measure-context.tsx';
import classes from './MeasureHeader.module.css';
import { measurementsText } from './texts.ts';

/** What the server has and what only this device has. Both counts add up: a change that waits is not counted as on the server. */
export function MeasureHeader({ study }: { study: string }) {
  const { measurements, deletions } = useMeasureState();
  const own = measurements.filter((each) => each.study === study);
  const onServer = own.filter(({ waits }) => waits === null).length;
  const onDevice = own.length - onServer + deletions.filter((each) => each === study).length;
  return (
    <div className={classes.header}>
      {onServer + onDevice > 0 && (
        <span className={classes.count} data-at="server">
          <IconServer size={16} stroke={1.5} aria-hidden />
          <span>
            {measurementsText(onServer)} <b>{t('on server')}</b>
          </span>
        </span>
      )}
      {onDevice > 0 && (
        <span className={classes.count} data-at="device">
          <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
          {t('{count} on this device', { count: onDevice })}
        </span>
      )}
    </div>
  );
}
