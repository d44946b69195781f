import { UnstyledButton } from '@mantine/core';
import type { PipelineChoices, PipelineDefinition } from '#contract/pipelines.ts';
import { changesBetween } from '#model/pipelines/compare-definitions.ts';
import { formatCount } from '#ui/format.ts';
import classes from './Pipelines.module.css';
import { sameText, TEXTS } from './texts.ts';

interface ChangesProps {
  saved: { number: number; definition: PipelineDefinition };
  definition: PipelineDefinition;
  choices: PipelineChoices;
  onGo: (step: string) => void;
}

/** What saving would change in the newest version; each leads to its step. */
export function Changes({ saved, definition, choices, onGo }: ChangesProps) {
  const changes = changesBetween(saved.definition, definition, choices);
  return (
    <section className={classes.card} aria-label={TEXTS.changes}>
      <h2 className={classes.cardTitle}>
        {TEXTS.changes} {changes.length > 0 && <span className={classes.dim}>{formatCount(changes.length)}</span>}
      </h2>
      {changes.length === 0 && <p className={classes.none}>{sameText(saved.number)}</p>}
      <ul className={classes.problems}>
        {changes.map(({ step, text }) => (
          <li key={text}>
            {step === null ? (
              <p className={classes.said}>{text}</p>
            ) : (
              <UnstyledButton className={classes.problem} onClick={() => onGo(step)}>
                {text}
              </UnstyledButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
