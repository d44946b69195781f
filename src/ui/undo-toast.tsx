import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
import classes from './undo-toast.module.css';

const UNDO_MS = 12_000;

/** After a change that may be out of sight: the toast offers Undo for a while. */
export function showUndo(message: ReactNode, onUndo: () => void): void {
  const id = notifications.show({
    color: 'kelp',
    autoClose: UNDO_MS,
    role: 'status',
    message: (
      <div className={classes.toast}>
        <span>{message}</span>
        <Button variant="default" size="xs" onClick={() => undo()}>
          {t('Undo')}
        </Button>
      </div>
    ),
  });

  function undo() {
    notifications.hide(id);
    onUndo();
  }
}
