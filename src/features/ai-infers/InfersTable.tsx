import { Link } from '@tanstack/react-router';
import type { AiInfer } from '#contract/ai/inferences.ts';
import { translated } from '#language/t.ts';
import { FAILURE_WORDS } from '#model/ai/job-words.ts';
import { inferSeconds } from '#model/ai/time-left.ts';
import { classNames } from '#ui/class-names.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import link from '#ui/lists/row-link.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import { Status } from '#ui/status/Status.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import type { Thumbnail } from './choose-studies.ts';
import { decidedText } from './decisions.ts';
import { InferAction } from './InferAction.tsx';
import classes from './Infers.module.css';
import { ProposedSwatches } from './ProposedSwatches.tsx';
import { mlText, modelText, patientText, runningText, statusOf, TEXTS, tookText, unlikeText, WAIT_WORDS } from './texts.ts';

/** `undefined` while loading, which shows a skeleton. */
export function InfersTable({ infers, thumbnail }: { infers: readonly AiInfer[] | undefined; thumbnail: Thumbnail }) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.infers)}
      data-list
      role="table"
      aria-label={TEXTS.infers}
      aria-busy={infers === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.patient}</span>
        <span role="columnheader">{columns.result}</span>
        <span role="columnheader" className={table.end}>
          {columns.took}
        </span>
        <span role="columnheader">{columns.state}</span>
        <span />
      </div>
      {infers === undefined ? (
        <SkeletonRows
          rows={8}
          cells={[
            { width: '70%' },
            { width: '60%', className: classes.wide },
            { width: '60%', className: classes.wide },
            { width: '70%', className: classes.wide },
            { width: '80%' },
          ]}
        />
      ) : (
        infers.map((infer) => <InferRow key={infer.id} infer={infer} thumbnail={thumbnail} />)
      )}
    </div>
  );
}

function InferRow({ infer, thumbnail }: { infer: AiInfer; thumbnail: Thumbnail }) {
  const { id, study, series, model } = infer;
  return (
    <div className={classNames(table.row, link.row)} role="row" data-infer={id}>
      <div role="rowheader" className={classes.patient}>
        {thumbnail({ study: study.uuid, series })}
        <CodeChip code={study.modality} name={TEXTS.modality} />
        <span className={classes.words}>
          <Link className={classNames(table.name, link.link)} to="/ai-infers/detail" search={{ id } as never}>
            <bdi>{patientText(study)}</bdi>
          </Link>
          <span className={classes.below}>{modelText(model)}</span>
        </span>
      </div>
      <div role="cell" className={classes.result}>
        <Result infer={infer} />
      </div>
      <div role="cell" className={classNames(table.number, classes.wide)}>
        {tookText(inferSeconds(infer))}
      </div>
      <div role="cell" className={classes.wide}>
        <Status word={statusOf(infer)} />
      </div>
      <div role="cell" className={table.actions}>
        <InferAction infer={infer} />
      </div>
    </div>
  );
}

/** What came of it, or why nothing did. */
function Result({ infer }: { infer: AiInfer }) {
  const { state, failure, summary, fraction, waits, message, model } = infer;
  if (state === 'failed') {
    const { fact, next } = FAILURE_WORDS[failure ?? 'error'];
    return (
      <>
        <span className={failure === 'cancelled' ? classes.dim : classes.wrong}>{fact}</span>
        <span className={classes.below}>{[translated(message), next].filter(Boolean).join(' ')}</span>
      </>
    );
  }
  if (state === 'queued') return <span className={classes.dim}>{WAIT_WORDS[waits ?? 'worker']}</span>;
  if (state === 'running')
    return (
      <span className={classes.running}>
        <span className={classes.bar}>
          <ProgressBar label={patientText(infer.study)} total={1} parts={[{ amount: fraction, tone: 'moving' }]} />
        </span>
        <span className={classes.dim}>{runningText(infer)}</span>
      </span>
    );
  return (
    <>
      <span className={classes.proposed}>
        {summary !== null && <ProposedSwatches classesOf={summary.classes} />}
        {summary !== null && <span>{mlText(summary.classes.reduce((sum, { ml }) => sum + ml, 0))}</span>}
        <span className={classes.dim}>{decidedText(infer)}</span>
      </span>
      {summary !== null && summary.unlike.length > 0 && (
        <span className={classes.caution}>{`${TEXTS.unlike}: ${unlikeText(summary.unlike)}`}</span>
      )}
      {model.withdrawn && <span className={classes.caution}>{TEXTS.withdrawnModel}</span>}
    </>
  );
}
