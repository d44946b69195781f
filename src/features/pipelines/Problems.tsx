import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { PipelineProblem, PipelineStep } from '#contract/pipelines.ts';
import { problemText } from '#model/pipelines/step-words.ts';
import { formatCount } from '#ui/format.ts';
import classes from './Pipelines.module.css';
import { stepNumber, TEXTS } from './texts.ts';

interface ProblemsProps {
  problems: readonly PipelineProblem[];
  steps: readonly PipelineStep[];
  onGo: (step: string) => void;
}

/** What keeps the pipeline from being saved; each leads to its step. */
export function Problems({ problems, steps, onGo }: ProblemsProps) {
  const isReady = problems.length === 0 && steps.length > 0;
  const ProblemIcon = isReady ? IconCircleCheck : IconAlertTriangle;
  return (
    <section className={classes.card} aria-label={TEXTS.problems} data-tone={isReady ? undefined : 'you'}>
      <h2 className={classes.cardTitle}>
        <ProblemIcon className={isReady ? classes.sure : classes.warn} size={18} stroke={1.5} aria-hidden /> {TEXTS.problems}{' '}
        {problems.length > 0 && <span className={classes.dim}>{formatCount(problems.length)}</span>}
      </h2>
      {steps.length === 0 && <p className={classes.none}>{TEXTS.noSteps}</p>}
      {isReady && <p className={classes.none}>{TEXTS.ready}</p>}
      <ul className={classes.problems}>
        {problems.map((problem) => {
          const at = steps.findIndex(({ id }) => id === problem.step);
          return (
            <li key={`${problem.step} ${problem.code} ${problem.values.join(' ')}`}>
              <UnstyledButton className={classes.problem} onClick={() => problem.step !== null && onGo(problem.step)}>
                {at >= 0 && <strong>{stepNumber(at)}:</strong>} {problemText(problem)}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
