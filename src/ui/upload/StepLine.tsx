import { IconCheck } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { classNames } from '#ui/class-names.ts';
import classes from './StepLine.module.css';

interface StepLineProps {
  words: readonly string[];
  /** Its place among them. */
  now: number;
  /** Without numbers, smaller, and readable on a toned background. */
  isTight?: boolean;
  className: string | undefined;
}

/** Steps on a line: done, current, next. */
export function StepLine({ words, now, isTight = false, className }: StepLineProps) {
  return (
    <ol className={classNames(classes.steps, className)} data-tight={isTight || undefined}>
      {words.map((word, place) => (
        <li key={word} className={classes.step} aria-current={place === now ? 'step' : undefined}>
          {place < now && <IconCheck size={14} stroke={1.75} role="img" aria-label={t('done')} />}
          {place >= now && !isTight && <span className={classes.number}>{place + 1}</span>}
          <span className={classes.word}>{word}</span>
        </li>
      ))}
    </ol>
  );
}
