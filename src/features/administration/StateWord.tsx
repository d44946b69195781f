import type { Icon } from '@tabler/icons-react';
import classes from './Administration.module.css';

interface StateWordProps {
  icon: Icon;
  /** `you`: somebody is kept out, or somebody has to do something. */
  tone: 'you' | 'still';
  word: string;
  below?: string | null;
}

/** What an account, a team or an invitation is, and since or until when. */
export function StateWord({ icon: StateIcon, tone, word, below = null }: StateWordProps) {
  return (
    <span className={classes.state}>
      <span className={classes.stateWord} data-tone={tone}>
        <StateIcon size={15} stroke={1.75} aria-hidden />
        {word}
      </span>
      {below !== null && <span className={classes.below}>{below}</span>}
    </span>
  );
}
