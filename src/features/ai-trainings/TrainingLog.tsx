import { Button } from '@mantine/core';
import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { logLineText, TEXTS } from './texts.ts';
import classes from './Trainings.module.css';

/** The end of the log, the newest line first; the download has them in the order of time. */
export function TrainingLog({ training: { id, log } }: { training: AiTrainingDetail }) {
  return (
    <section className={classes.card} aria-labelledby="training-log">
      <div className={classes.cardHead}>
        <h2 id="training-log" className={classes.cardTitle}>
          {TEXTS.logTitle}
        </h2>
        {log.length > 0 && (
          <Button
            className={classes.headEnd ?? ''}
            variant="subtle"
            onClick={() =>
              saveFile({
                name: `training-${id}.log`,
                file: new Blob([log.map(({ at, line }) => `${at} ${line}\n`).join('')], { type: 'text/plain;charset=utf-8' }),
              })
            }
          >
            {TEXTS.download}
          </Button>
        )}
      </div>
      {log.length === 0 ? (
        <p className={classes.none}>{TEXTS.logEmpty}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its arrow keys scroll it
        <ol className={classes.log} tabIndex={0} aria-label={TEXTS.logTitle}>
          {log.toReversed().map(({ at, line }, index) => (
            <li key={log.length - index}>{logLineText(at, line)}</li>
          ))}
        </ol>
      )}
    </section>
  );
}
