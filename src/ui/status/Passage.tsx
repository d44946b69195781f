import { STATUS_LOOKS, type PassageMark, type StatusWord } from './status-looks.ts';
import { STATUS_TEXTS } from './status-texts.ts';
import classes from './Passage.module.css';

/** Steps of the passage, from 1; where a failure happened. */
export type PassageStep = 1 | 2 | 3 | 4 | 5;

interface PassageProps {
  word: StatusWord;
  /** With `failed`: the step that failed. Everything before it is done. */
  failedAt?: PassageStep;
}

const STEPS = ['device', 'sent', 'server', 'verified', 'converted'] as const;

/** Five marks that show the progress of a hundred rows at a glance. Never without the status text next to or below it. */
export function Passage({ word, failedAt }: PassageProps) {
  return (
    <span className={classes.passage} role="img" aria-label={STATUS_TEXTS[word]}>
      {STEPS.map((step, index) => (
        <span key={step} className={classes.mark} data-mark={markAt(word, index, failedAt)} />
      ))}
    </span>
  );
}

function markAt(word: StatusWord, index: number, failedAt: PassageStep | undefined): PassageMark {
  if (word !== 'failed' || failedAt === undefined) return STATUS_LOOKS[word].passage[index] ?? 'empty';
  if (index + 1 === failedAt) return 'broken';
  return index + 1 < failedAt ? 'done' : 'empty';
}
