import { Link } from '@tanstack/react-router';
import { parseWireDate } from '#contract/dates.ts';
import type { LogSession } from '#contract/logs.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/format.ts';
import rowLink from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import classes from './LogTable.module.css';
import { Moment } from './Moment.tsx';
import { lastedText, personText, stepsText, TEXTS } from './texts.ts';

const SHOWN_WHILE_LOADING = 15;

/** A page of sessions; each row links to its steps. `undefined` while loading, which shows a skeleton. */
export function SessionsTable({ sessions, all }: { sessions: readonly LogSession[] | undefined; all: boolean }) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.log, classes.sessions)}
      data-list
      role="table"
      aria-label={TEXTS.sessions}
      aria-busy={sessions === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.person}</span>
        <span role="columnheader">{columns.started}</span>
        <span role="columnheader" className={classes.last}>
          {columns.last}
        </span>
        <span role="columnheader" className={classNames(table.end, classes.lasted)}>
          {columns.lasted}
        </span>
        <span role="columnheader" className={table.end}>
          {columns.steps}
        </span>
      </div>
      {sessions ? (
        sessions.map((session) => <SessionRow key={session.id} session={session} all={all} />)
      ) : (
        <SkeletonRows rows={SHOWN_WHILE_LOADING} cells={[{ width: '45%' }, { width: '85%' }, { width: '85%', className: classes.last }]} />
      )}
    </div>
  );
}

function SessionRow({ session, all }: { session: LogSession; all: boolean }) {
  const { id, user, started_at, last_at, entries } = session;
  const [started, last] = [parseWireDate(started_at), parseWireDate(last_at)];
  const lasted = started === null || last === null ? '' : lastedText(last.getTime() - started.getTime());
  return (
    <div className={classNames(table.row, rowLink.row, classes.row)} role="row" data-session={id}>
      <div className={table.name} role="rowheader" title={personText(user)}>
        <Link
          to="/admin/log/detail/$id"
          params={{ id: String(id) }}
          search={all ? { all: 1 } : {}}
          className={classNames(rowLink.link, classes.link)}
          dir="auto"
          aria-description={TEXTS.openSession}
        >
          {personText(user)}
        </Link>
      </div>
      <div className={classNames(table.time, classes.above)} role="cell">
        <Moment at={started_at} />
      </div>
      <div className={classNames(table.time, classes.above, classes.last)} role="cell">
        <Moment at={last_at} />
      </div>
      <div className={classNames(table.number, classes.lasted)} role="cell">
        {lasted}
      </div>
      <div className={classNames(table.number, classes.count)} role="cell">
        {formatCount(entries)}
      </div>
      <div className={classNames(table.narrow, classes.narrow)} role="cell">
        {[lasted, stepsText(entries)].filter(Boolean).join(' · ')}
      </div>
    </div>
  );
}
