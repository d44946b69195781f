import { IconLock } from '@tabler/icons-react';
import { formatCountOf } from '#ui/format.ts';
import { TEXTS } from '#app/texts.ts';
import classes from './UpdateNote.module.css';
import { useWaitingWork } from './waiting-work.ts';

/** On every page, since the upload page is closed to who lost its right: what waits, that nothing is lost, and what makes it go on. */
export function LostRightNote() {
  const studies = useWaitingWork()?.studiesWithoutRight ?? 0;
  return (
    <div role="status">
      {studies > 0 && (
        <div className={classes.note} data-tone="you">
          <IconLock size={18} stroke={1.5} aria-hidden />
          <b>{TEXTS.mayNotUpload}</b>
          <span>{`${formatCountOf(studies, 'study waits', 'studies wait')} on this device. ${TEXTS.mayNotUploadNote}`}</span>
        </div>
      )}
    </div>
  );
}
