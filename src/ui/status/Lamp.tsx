import type { ReactNode } from 'react';
import classes from './Lamp.module.css';

/**
 * lit: everything is verified; sending: with a breathing halo; waiting: a grey dot; halted: an unlit ring, the user or the network is
 * needed.
 */
export type LampState = 'lit' | 'sending' | 'waiting' | 'halted';

interface LampProps {
  state: LampState;
  /**
   * 'All proved', 'Sending 2 studies', '3 studies on this device, not sent yet', 'Offline', 'Sign in to continue'. Always shown or
   * spoken.
   */
  words: string;
  note?: ReactNode;
  /** The words are spoken but not drawn: in a rail. */
  compact?: boolean;
}

/** The lamp of the product as a status (design.md §2). Never without its text. */
export function Lamp({ state, words, note, compact = false }: LampProps) {
  return (
    <span className={classes.root} data-lamp={state}>
      <span className={classes.lamp} data-state={state} {...(compact ? { role: 'img', 'aria-label': words } : { 'aria-hidden': true })} />
      {!compact && (
        <span className={classes.text}>
          <span className={classes.words}>{words}</span>
          {note !== undefined && note !== null && <span className={classes.note}>{note}</span>}
        </span>
      )}
    </span>
  );
}
