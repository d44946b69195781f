import type { ReactNode } from 'react';
import { STATUS_LOOKS, WORK_LOOKS, type StatusWord, type WorkWord } from './status-looks.ts';
import { STATUS_TEXTS } from './status-texts.ts';
import classes from './Status.module.css';

interface StatusProps {
  word: StatusWord | WorkWord;
  /** Next to the status, dimmed: a reason, a share, a time. */
  note?: ReactNode;
}

/** Icon and word in the tone of the status. The only widget that prints one. */
export function Status({ word, note }: StatusProps) {
  const { icon: StatusIcon, tone } = LOOKS[word];
  return (
    <span className={classes.status} data-status={word}>
      <span className={classes.word} data-tone={tone}>
        <StatusIcon className={classes.icon} size={15} stroke={1.75} aria-hidden />
        {STATUS_TEXTS[word]}
      </span>
      {note !== undefined && note !== null && note !== '' && <span className={classes.note}>{note}</span>}
    </span>
  );
}

const LOOKS = { ...STATUS_LOOKS, ...WORK_LOOKS };
