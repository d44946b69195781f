import type { ListedFlow } from '#contract/flows.ts';
import classes from './Flows.module.css';
import { marksText } from './texts.ts';

/** A mark for each step, beside the sentence that says why the flow waits (design.md §18). */
export function StepMarks({ flow }: { flow: Pick<ListedFlow, 'steps'> }) {
  return (
    <span className={classes.marks} role="img" aria-label={marksText(flow)}>
      {flow.steps.map(({ id, state }) => (
        <span key={id} className={classes.mark} data-state={state} />
      ))}
    </span>
  );
}
