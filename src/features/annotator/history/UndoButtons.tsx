import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { MEASURE_TEXTS } from '#features/annotator/measure/texts.ts';
import { keyNames } from '#ui/key-names.ts';
import { useHistory, useHistoryState } from './history-context.tsx';
import classes from './UndoButtons.module.css';

/** Undo and redo of what was done last, a measurement or a stroke. */
export function UndoButtons() {
  const history = useHistory();
  const { canUndo, canRedo } = useHistoryState();
  return (
    <>
      <Tooltip label={`${MEASURE_TEXTS.undo} (${keyNames('Ctrl Z')})`}>
        <ActionIcon
          className={classes.button}
          size={32}
          aria-label={MEASURE_TEXTS.undo}
          aria-keyshortcuts="Control+Z"
          disabled={!canUndo}
          onClick={() => history.undo()}
        >
          <IconArrowBackUp size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${MEASURE_TEXTS.redo} (${keyNames('Ctrl Shift Z')})`}>
        <ActionIcon
          className={classes.button}
          size={32}
          aria-label={MEASURE_TEXTS.redo}
          aria-keyshortcuts="Control+Shift+Z"
          disabled={!canRedo}
          onClick={() => history.redo()}
        >
          <IconArrowForwardUp size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
