import { IconCheck } from '@tabler/icons-react';
import { PAGE_STATES, type PageState } from '#model/status.ts';
import classes from './Stepper.module.css';
import { TEXTS } from './texts.ts';

/** The five states of the page on a line: what is over, what is now, what comes. */
export function Stepper({ state }: { state: PageState }) {
  const now = PAGE_STATES.indexOf(state);
  return (
    <ol className={classes.steps}>
      {PAGE_STATES.map((step, index) => (
        <li key={step} className={classes.step} aria-current={index === now ? 'step' : undefined}>
          {index < now ? (
            <IconCheck size={14} stroke={1.75} role="img" aria-label="done" />
          ) : (
            <span className={classes.number}>{index + 1}</span>
          )}
          {TEXTS.steps[step]}
        </li>
      ))}
    </ol>
  );
}
