import type { PipelineChoices, PipelineStep } from '#contract/pipelines.ts';
import { STEP_NAMES, whenText } from '#model/pipelines/step-words.ts';
import classes from './Pipelines.module.css';
import { TEXTS } from './texts.ts';

interface StepGraphProps {
  steps: readonly PipelineStep[];
  choices: Pick<PipelineChoices, 'labels'>;
  /** Ids of steps that cannot be saved. */
  wrong?: ReadonlySet<string>;
}

/** The same list as a picture: steps with a condition stand beside the line that passes them. It cannot be edited. */
export function StepGraph({ steps, choices, wrong = new Set() }: StepGraphProps) {
  return (
    <section className={classes.card} aria-label={TEXTS.graph}>
      <h2 className={classes.cardTitle}>
        {TEXTS.graph} <span className={classes.dim}>{TEXTS.graphNote}</span>
      </h2>
      <ol className={classes.graph}>
        {steps.map((step, at) => (
          <li key={step.id} className={classes.graphRow} data-beside={step.when !== undefined || undefined}>
            {step.when && <span className={classes.graphWhen}>{whenText(step.when, steps, choices)}</span>}
            <span className={classes.graphNode} data-wrong={wrong.has(step.id) || undefined}>
              <span className={classes.dim}>{at + 1}</span> {STEP_NAMES[step.type]}
              {wrong.has(step.id) && <span className={classes.warn}>!</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
