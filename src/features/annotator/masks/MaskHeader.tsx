import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconDeviceLaptop, IconServer } from '@tabler/icons-react';
import classes from '#features/annotator/measure/MeasureHeader.module.css';
import { decideText, strokesText } from './mask-texts.ts';
import { EarlierButton } from './history/EarlierButton.tsx';
import { useMask } from './masks-context.tsx';

/** What of the strokes only this device has, and what somebody has to decide. */
export function MaskHeader({ onDecide }: { onDecide: () => void }) {
  const unsent = useMask(({ news }) => news?.unsent ?? 0);
  const conflicts = useMask(({ news }) => news?.conflicts.length ?? 0);
  const isDrawn = useMask(({ news }) => news?.segments.some(({ voxels }) => voxels > 0) ?? false);
  return (
    <div className={classes.header}>
      <EarlierButton />
      {conflicts > 0 && (
        <UnstyledButton className={classes.count} data-at="decide" onClick={onDecide}>
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          {decideText(conflicts)}
        </UnstyledButton>
      )}
      {unsent > 0 && (
        <span className={classes.count} data-at="strokes-device">
          <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
          {strokesText(unsent)}
        </span>
      )}
      {unsent === 0 && isDrawn && (
        <span className={classes.count} data-at="strokes-server">
          <IconServer size={16} stroke={1.5} aria-hidden />
          <span>
            all strokes <b>on server</b>
          </span>
        </span>
      )}
    </div>
  );
}
