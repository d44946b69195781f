import { Link } from '@tanstack/react-router';
import type { AiTraining } from '#contract/ai/trainings.ts';
import { t } from '#language/t.ts';
import { classNames } from '#ui/class-names.ts';
import { formatShare } from '#ui/format.ts';
import link from '#ui/lists/row-link.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import { Status } from '#ui/status/Status.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { datasetText, diceText, ENGINE_WORDS, STATUS_OF, TEXTS, trainingTitle, troubleOf, whenText } from './texts.ts';
import classes from './Trainings.module.css';

/** `undefined` while loading, which shows a skeleton. */
export function TrainingsTable({ trainings }: { trainings: readonly AiTraining[] | undefined }) {
  return (
    <div
      className={classNames(table.table, classes.trainings)}
      data-list
      role="table"
      aria-label={TEXTS.trainings}
      aria-busy={trainings === undefined}
    >
      <div className={table.head} role="row">
        {Object.entries(TEXTS.columns).map(([key, name]) => (
          <span key={key} role="columnheader" className={key === 'dice' ? table.end : undefined}>
            {name}
          </span>
        ))}
      </div>
      {trainings === undefined ? (
        <SkeletonRows
          rows={6}
          cells={[
            { width: '56%' },
            { width: '60%', className: classes.wide },
            { width: '40%', className: classes.wide },
            { width: '80%', className: classes.wide },
            { width: '70%', className: classes.wide },
            { width: '70%' },
          ]}
        />
      ) : (
        trainings.map((training) => <TrainingRow key={training.id} training={training} />)
      )}
    </div>
  );
}

function TrainingRow({ training }: { training: AiTraining }) {
  const { id, dataset, engine, state, fraction, dice, started_at: started, created_at: created } = training;
  const title = trainingTitle(training);
  const isMoving = state === 'running' || state === 'uploading';
  return (
    <div className={classNames(table.row, link.row)} role="row" data-training={id}>
      <div role="rowheader" className={classes.words}>
        <Link className={classNames(table.name, link.link)} to="/ai2-trainings/detail/$id" params={{ id: String(id) } as never}>
          <bdi>{title}</bdi>
        </Link>
        <span className={classes.below}>{troubleOf(training)?.fact ?? ENGINE_WORDS[engine].name}</span>
        <span className={table.narrow}>
          {[datasetText(dataset), dice !== null && t('Dice {dice}', { dice: diceText(dice) })].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        <bdi>{datasetText(dataset)}</bdi>
      </div>
      <div role="cell" className={classNames(table.number, classes.wide)}>
        {dice === null ? TEXTS.none : diceText(dice)}
      </div>
      <div role="cell" className={classes.wide}>
        {isMoving && (
          <>
            <span className={classes.dim}>{formatShare(fraction)}</span>
            <ProgressBar label={title} total={1} parts={[{ amount: fraction, tone: 'moving' }]} />
          </>
        )}
      </div>
      <div role="cell" className={classNames(table.time, classes.wide)}>
        {whenText(started ?? created)}
      </div>
      <div role="cell">
        <Status word={STATUS_OF[state]} />
      </div>
    </div>
  );
}
