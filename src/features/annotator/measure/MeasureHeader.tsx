import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceLaptop, IconServer } from '@tabler/icons-react';
import { useMeasure, useMeasureState } from './measure-context.tsx';
import classes from './MeasureHeader.module.css';
import { MEASURE_TEXTS, measurementsText } from './texts.ts';

/** What the server has and what only this device has, and undo. Both counts add up: a change that waits is not counted as on the server. */
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
            {measurementsText(onServer)} <b>on server</b>
          </span>
        </span>
      )}
      {onDevice > 0 && (
        <span className={classes.count} data-at="device">
          <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
          {`${onDevice} on this device`}
        </span>
      )}
      <UndoButtons />
    </div>
  );
}

export function UndoButtons() {
  const { store } = useMeasure();
  const { canUndo, canRedo } = useMeasureState();
  return (
    <>
      <Tooltip label={`${MEASURE_TEXTS.undo} (Ctrl Z)`}>
        <ActionIcon
          className={classes.button}
          size={32}
          aria-label={MEASURE_TEXTS.undo}
          aria-keyshortcuts="Control+Z"
          disabled={!canUndo}
          onClick={() => store.undo()}
        >
          <IconArrowBackUp size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${MEASURE_TEXTS.redo} (Ctrl Shift Z)`}>
        <ActionIcon
          className={classes.button}
          size={32}
          aria-label={MEASURE_TEXTS.redo}
          aria-keyshortcuts="Control+Shift+Z"
          disabled={!canRedo}
          onClick={() => store.redo()}
        >
          <IconArrowForwardUp size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
