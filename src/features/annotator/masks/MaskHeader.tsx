import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconDeviceLaptop, IconFileDownload, IconServer } from '@tabler/icons-react';
import classes from '#features/annotator/measure/MeasureHeader.module.css';
import { decideText, strokesText } from './mask-texts.ts';
import { useMask, useMaskPanel } from './masks-context.tsx';
import { showSaveWork } from './work-file/work-dialogs.tsx';
import { WORK_FILE_TEXTS } from './work-file/work-file-texts.ts';

/** What of the strokes only this device has, and what somebody has to decide. */
export function MaskHeader({ onDecide }: { onDecide: () => void }) {
  const { owner } = useMaskPanel();
  const unsent = useMask(({ news }) => news?.unsent ?? 0);
  const conflicts = useMask(({ news }) => news?.conflicts.length ?? 0);
  const isDrawn = useMask(({ news }) => news?.segments.some(({ voxels }) => voxels > 0) ?? false);
  return (
    <div className={classes.header}>
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
          {owner !== null && (
            <Tooltip label={WORK_FILE_TEXTS.save}>
              <ActionIcon variant="subtle" size={28} aria-label={WORK_FILE_TEXTS.save} onClick={() => showSaveWork(owner)}>
                <IconFileDownload size={16} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
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
