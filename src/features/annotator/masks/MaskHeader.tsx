import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconDeviceLaptop, IconFileDownload, IconServer } from '@tabler/icons-react';
import classes from '#features/annotator/measure/MeasureHeader.module.css';
import { t } from '#language/t.ts';
import { decideText, onDeviceText, strokesOnDeviceText, strokesText } from './mask-texts.ts';
import { EarlierButton } from './history/EarlierButton.tsx';
import { useMask, useMaskPanel } from './masks-context.tsx';
import { showSaveWork } from './work-file/work-dialogs.tsx';
import { WORK_FILE_TEXTS } from './work-file/work-file-texts.ts';

/** How many strokes the server has and how many only this device: together, all of them. And what somebody has to decide. */
export function MaskHeader({ onDecide }: { onDecide: () => void }) {
  const onServer = useMask(({ news }) => news?.onServer ?? 0);
  const { owner } = useMaskPanel();
  const unsent = useMask(({ news }) => news?.unsent ?? 0);
  const conflicts = useMask(({ news }) => news?.conflicts.length ?? 0);
  return (
    <div className={classes.header}>
      <EarlierButton />
      {conflicts > 0 && (
        <UnstyledButton className={classes.count} data-at="decide" onClick={onDecide}>
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          {decideText(conflicts)}
        </UnstyledButton>
      )}
      {onServer > 0 && (
        <span className={classes.count} data-at="strokes-server">
          <IconServer size={16} stroke={1.5} aria-hidden />
          <span>
            {strokesText(onServer)} <b>{t('on server')}</b>
          </span>
        </span>
      )}
      {unsent > 0 && (
        <span className={classes.count} data-at="strokes-device">
          <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
          {onServer > 0 ? onDeviceText(unsent) : strokesOnDeviceText(unsent)}
          {owner !== null && (
            <Tooltip label={WORK_FILE_TEXTS.save}>
              <ActionIcon variant="subtle" size={28} aria-label={WORK_FILE_TEXTS.save} onClick={() => showSaveWork(owner)}>
                <IconFileDownload size={16} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </span>
      )}
    </div>
  );
}
