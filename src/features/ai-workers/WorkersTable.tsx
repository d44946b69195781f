import { Anchor } from '@mantine/core';
import { IconServer2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AiWorker, WorkerOverview } from '#contract/ai/workers.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/format.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import listPage from '#ui/lists/list-page.module.css';
import table from '#ui/lists/table.module.css';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { agoText, deviceText, enginesText, TEXTS } from './texts.ts';
import { WorkerActions } from './WorkerActions.tsx';
import classes from './Workers.module.css';

export function WorkersTable({ overview: { workers, keys }, now }: { overview: WorkerOverview; now: number }) {
  if (workers.length === 0)
    return (
      <div className={listPage.panel}>
        <EmptyState icon={IconServer2} title={TEXTS.noWorkers}>
          {TEXTS.noWorkersWhy}
        </EmptyState>
      </div>
    );
  return (
    <div className={classNames(table.table, classes.workers)} role="table" aria-label={TEXTS.workers}>
      <div className={table.head} role="row">
        {Object.entries(TEXTS.columns).map(([key, name]) => (
          <span key={key} role="columnheader" className={key === 'done' ? table.end : undefined}>
            {name}
          </span>
        ))}
        <span />
      </div>
      {workers.map((worker) => (
        <div key={worker.uuid} className={table.row} role="row" data-worker={worker.name}>
          <div role="rowheader" className={classes.words}>
            <span className={classes.name}>{worker.name}</span>
            <span className={classes.below}>{deviceText(worker)}</span>
          </div>
          <div role="cell">
            <Status word={worker.state} />
          </div>
          <div role="cell" className={classes.words}>
            <Job worker={worker} />
          </div>
          <div role="cell" className={classNames(table.time, classes.wide, worker.state === 'lost' ? classes.lost : undefined)}>
            {agoText(worker.last_seen, now)}
          </div>
          <div role="cell" className={classNames(classes.below, classes.wide)}>
            {enginesText(worker.engines)}
          </div>
          <div role="cell" className={classNames(table.number, classes.wide)}>
            {formatCount(worker.done_24h)}
          </div>
          <div role="cell" className={table.actions}>
            <WorkerActions worker={worker} ownKey={keys.find(({ id }) => id === worker.key) ?? null} />
          </div>
        </div>
      ))}
    </div>
  );
}

function Job({ worker: { job, busy_elsewhere: isElsewhere } }: { worker: AiWorker }) {
  const { permissions } = useSession<Session>();
  if (job === null) return <span className={classes.below}>{isElsewhere ? TEXTS.elsewhere : TEXTS.noJob}</span>;
  const title =
    job.training !== null && permissions.has('r:ai-trainings') ? (
      <Anchor component={Link} to="/ai2-trainings/detail/$id" params={{ id: String(job.training) } as never}>
        {job.title}
      </Anchor>
    ) : job.infer !== null && permissions.has('r:ai-infers') ? (
      <Anchor component={Link} to="/ai-infers/detail" search={{ id: job.infer } as never}>
        {job.title}
      </Anchor>
    ) : (
      job.title
    );
  return (
    <>
      <span className={classes.jobTitle}>{title}</span>
      <span className={classes.job}>
        <span className={classes.bar}>
          <ProgressBar label={job.title} total={1} parts={[{ amount: job.fraction, tone: 'moving' }]} />
        </span>
        <span className={classes.below}>{translated(job.message)}</span>
      </span>
    </>
  );
}
