import { IconDeviceVisionPro } from '@tabler/icons-react';
import { parseWireDate } from '#contract/dates.ts';
import type { XrWorker } from '#contract/xr-sessions.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount, formatMoment } from '#ui/format.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import { Status } from '#ui/status/Status.tsx';
import { deviceText, TEXTS } from './texts.ts';
import { useXrWorkers } from './use-xr.ts';
import classes from './Xr.module.css';

const WORDS = { drawing: 'working', idle: 'idle' } as const;

/** ROUTE-058: the browsers that draw scenes. */
export function XrWorkersPage() {
  return (
    <ListPage
      title={TEXTS.workers}
      list={useXrWorkers()}
      texts={TEXTS.states}
      empty={{ icon: IconDeviceVisionPro, title: TEXTS.noWorkers, why: TEXTS.noWorkersWhy }}
    >
      {(rows) => <WorkersTable rows={rows} />}
    </ListPage>
  );
}

function WorkersTable({ rows }: { rows: readonly XrWorker[] | undefined }) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.workers)}
      role="table"
      aria-label={TEXTS.workers}
      aria-busy={rows === undefined}
      data-list
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.device}</span>
        <span role="columnheader">{columns.person}</span>
        <span role="columnheader">{columns.state}</span>
        <span role="columnheader" className={classNames(table.end, classes.wide)}>
          {columns.sessions}
        </span>
        <span role="columnheader" className={classes.ended}>
          {columns.seen}
        </span>
      </div>
      {rows?.map((row) => <WorkerRow key={`${row.user.id} ${row.device}`} row={row} />) ?? (
        <SkeletonRows rows={3} cells={[{ width: '60%' }, { width: '50%' }]} />
      )}
    </div>
  );
}

function WorkerRow({ row: { user, device, headset, state, sessions, last_seen: seen } }: { row: XrWorker }) {
  return (
    <div className={table.row} role="row">
      <div className={classNames(table.name, classes.device)} role="rowheader">
        {deviceText(device, headset)}
      </div>
      <div className={table.text} role="cell">
        <bdi>{user.name}</bdi>
      </div>
      <div role="cell">
        <Status word={WORDS[state]} />
      </div>
      <div className={classNames(table.number, classes.wide)} role="cell">
        {formatCount(sessions)}
      </div>
      <div className={classNames(table.time, classes.ended)} role="cell">
        {formatMoment(parseWireDate(seen))}
      </div>
    </div>
  );
}
