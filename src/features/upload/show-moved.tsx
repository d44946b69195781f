import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import classes from './show-moved.module.css';
import { movedText, TEXTS } from './texts.ts';

const UNDO_MS = 12_000;

/** Series are elsewhere now, perhaps out of sight; for a while it is one step to have them back. */
export function showMoved(series: number, name: string, onUndo: () => void): void {
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
