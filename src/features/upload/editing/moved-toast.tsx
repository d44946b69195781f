import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import classes from './moved-toast.module.css';
import { movedText, TEXTS } from '#features/upload/texts.ts';

const UNDO_MS = 12_000;

/** The moved series may be out of sight, so the toast offers Undo for a while. */
export function showMovedToast(series: number, name: string, onUndo: () => void): void {
  const id = notifications.show({
    color: 'kelp',
    autoClose: UNDO_MS,
    role: 'status',
    message: (
      <div className={classes.moved}>
        <span>
          <bdi>{movedText(series, name)}</bdi>
        </span>
        <Button variant="default" size="xs" onClick={() => undo()}>
          {TEXTS.undo}
        </Button>
      </div>
    ),
  });

  function undo() {
    notifications.hide(id);
    onUndo();
  }
}
