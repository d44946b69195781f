import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import { formatTime } from '#ui/format.ts';
import { openingOf, type Opening } from './opening.ts';
import classes from './ResumedNote.module.css';
import { resumedText, SENDING_TEXTS } from './sending-texts.ts';

/** After a restart: that the upload continues, and from where. Nothing for an upload that started on this page. */
export function ResumedNote({ db, uploadId }: { db: LocalDb; uploadId: string }) {
  const [opening, setOpening] = useState<Opening | null>(null);
  useEffect(() => {
    let isGone = false;
    void openingOf(db).then((found) => !isGone && setOpening(found));
    return () => {
      isGone = true;
    };
  }, [db]);
  if (opening?.uploadId !== uploadId) return null;
  return (
    <p className={classes.line}>
      <span className={classes.at}>{formatTime(opening.at)}</span>
      <IconPlayerPlay className={classes.icon} size={16} stroke={1.5} aria-hidden />
      <span>
        {SENDING_TEXTS.resumed} <span className={classes.note}>{resumedText(opening)}</span>
      </span>
    </p>
  );
}
