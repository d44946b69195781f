import type { Icon } from '@tabler/icons-react';
import classes from './StateWord.module.css';

interface StateWordProps {
  icon: Icon;
  /** `you`: somebody is locked out, or has to act. */
  tone: 'you' | 'still';
  word: string;
  below?: string | null;
}

/** The state of an account, a team or an invitation, and since or until when. */
export function StateWord({ icon: StateIcon, tone, word, below = null }: StateWordProps) {
  return (
    <span className={classes.state}>
      <span className={classes.word} data-tone={tone}>
        <StateIcon size={15} stroke={1.75} aria-hidden />
        {word}
      </span>
      {below !== null && <span className={classes.below}>{below}</span>}
    </span>
  );
}
