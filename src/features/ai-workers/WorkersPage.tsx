import { Skeleton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { WorkerOverview } from '#contract/ai/workers.ts';
import type { Session } from '#model/session.ts';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Keys } from './Keys.tsx';
import { NewKey } from './NewKey.tsx';
import { StartWorker } from './StartWorker.tsx';
import { stuckText, stuckTitle, TEXTS } from './texts.ts';
import { useWorkers } from './use-workers.ts';
import { WorkerFigures } from './WorkerFigures.tsx';
import classes from './Workers.module.css';
import { WorkersTable } from './WorkersTable.tsx';

/** ROUTE-046: the machines that train and run models for the team. */
export function WorkersPage() {
  const { serverReachable, permissions } = useSession<Session>();
  const workers = useWorkers();
  return (
    <Page
      title={TEXTS.workers}
      breadcrumb={[
        permissions.has('admin') ? (
          <Link key="administration" to="/admin">
            {TEXTS.administration}
          </Link>
        ) : (
          <span key="administration">{TEXTS.administration}</span>
        ),
      ]}
      actions={
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          leftSection={<IconKey size={16} stroke={1.5} aria-hidden />}
          onClick={() => modals.open({ title: TEXTS.keyTitle, size: 'lg', children: <NewKey /> })}
        >
          {TEXTS.newKey}
        </ServerButton>
      }
    >
      <OneStates query={workers} isGone={false} texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, workers.error) }}>
        {(overview) => (overview === undefined ? <Skeleton height={480} /> : <Overview overview={overview} now={workers.dataUpdatedAt} />)}
      </OneStates>
    </Page>
  );
}

function Overview({ overview, now }: { overview: WorkerOverview; now: number }) {
  return (
    <div className={classes.page}>
      <WorkerFigures overview={overview} now={now} />
      {overview.stuck.length > 0 && (
        <Note tone="you" icon={IconAlertTriangle} title={stuckTitle(overview.stuck)}>
          {stuckText(overview.stuck)}
        </Note>
      )}
      <WorkersTable overview={overview} now={now} />
      <Keys keys={overview.keys} />
      <StartWorker />
    </div>
  );
}
