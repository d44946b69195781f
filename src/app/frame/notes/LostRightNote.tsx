import { IconLock } from '@tabler/icons-react';
import { countOf, NONE } from '#ui/upload/amount.ts';
import { TEXTS } from '#app/texts.ts';
import classes from './UpdateNote.module.css';
import { useWaitingWork, waitText } from '#app/frame/waiting-work.ts';

/** On every page, because the upload page is closed without the permission: what waits, that nothing is lost, and how to resume. */
export function LostRightNote() {
  const waiting = useWaitingWork()?.withoutRight ?? NONE;
  return (
    <div role="status">
      {countOf(waiting) > 0 && (
        <div className={classes.note} data-tone="you">
          <IconLock size={18} stroke={1.5} aria-hidden />
          <b>{TEXTS.mayNotUpload}</b>
          <span>{`${waitText(waiting)}. ${TEXTS.mayNotUploadNote}`}</span>
        </div>
      )}
    </div>
  );
}
