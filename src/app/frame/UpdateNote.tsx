import { IconRefresh } from '@tabler/icons-react';
import { TEXTS } from '#app/texts.ts';
import classes from './UpdateNote.module.css';

/** A condition that lasts, so a banner: what is ready, and what it waits for (PWA-43). It reloads by itself. */
export function UpdateNote() {
  return (
    <div className={classes.note} role="status">
      <IconRefresh size={18} stroke={1.5} aria-hidden />
      <b>{TEXTS.updateReady}</b>
      <span>{TEXTS.updateWaits}</span>
    </div>
  );
}
