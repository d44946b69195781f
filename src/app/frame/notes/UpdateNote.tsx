import { IconRefresh } from '@tabler/icons-react';
import { TEXTS } from '#app/texts.ts';
import classes from './UpdateNote.module.css';

/** A banner, because the condition lasts: an update is ready, and what it waits for (PWA-43). The page then reloads automatically. */
export function UpdateNote() {
  return (
    <div className={classes.note} role="status">
      <IconRefresh size={18} stroke={1.5} aria-hidden />
      <b>{TEXTS.updateReady}</b>
      <span>{TEXTS.updateWaits}</span>
    </div>
  );
}
