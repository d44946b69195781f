import { IconPlayerPause } from '@tabler/icons-react';
import { TEXTS } from '#app/texts.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import classes from './UpdateNote.module.css';

/** Above every page of a suspended team: what the page shows was loaded before the suspension. */
export function SuspendedNote() {
  const { team } = useSession<Session>();
  if (team?.suspended !== true) return null;
  return (
    <div className={classes.note} role="status">
      <IconPlayerPause size={18} stroke={1.5} aria-hidden />
      <b>{TEXTS.suspended}</b>
      <span>{TEXTS.suspendedNote}</span>
    </div>
  );
}
