import type { ProjectState } from '#contract/projects.ts';
import classes from './ProjectSelect.module.css';
import { stateText } from './texts.ts';

/** A dot and the word of the state. */
export function ProjectStateMark({ state }: { state: ProjectState }) {
  return (
    <span className={classes.mark}>
      <span className={classes.dot} data-state={state} aria-hidden />
      {stateText(state)}
    </span>
  );
}
