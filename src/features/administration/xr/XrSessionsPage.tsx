import { IconBadgeVr } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { parseWireDate } from '#contract/dates.ts';
import type { XrSession } from '#contract/xr-sessions.ts';
import { classNames } from '#ui/class-names.ts';
import { formatMoment, formatStudyDate } from '#ui/format.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import rowLink from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { deviceText, TEXTS } from './texts.ts';
import { useXrSessions } from './use-xr.ts';
import classes from './Xr.module.css';

/** ROUTE-057: who looked at the surfaces of which segmentation, and for how long. */
export function XrSessionsPage() {
  const { page: asked } = useSearch({ strict: false }) as { page?: unknown };
  const page = typeof asked === 'number' && asked > 0 ? asked : 1;
  const navigate = useNavigate();
  return (
    <ListPage
      title={TEXTS.sessions}
      list={useXrSessions(page)}
      texts={TEXTS.states}
      onPage={(next) => void navigate({ to: '/admin/xr-sessions', search: { page: next } })}
      empty={{ icon: IconBadgeVr, title: TEXTS.noSessions, why: TEXTS.noSessionsWhy }}
    >
      {(rows) => <SessionsTable rows={rows} />}
    </ListPage>
  );
}

function SessionsTable({ rows }: { rows: readonly XrSession[] | undefined }) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.sessions)}
      role="table"
      aria-label={TEXTS.sessions}
      aria-busy={rows === undefined}
      data-list
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.person}</span>
        <span role="columnheader">{columns.study}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.structure}
        </span>
        <span role="columnheader" className={classes.wide}>
          {columns.device}
        </span>
        <span role="columnheader">{columns.started}</span>
        <span role="columnheader" className={classes.ended}>
          {columns.ended}
        </span>
      </div>
      {rows?.map((row) => <SessionRow key={row.uuid} row={row} />) ?? (
        <SkeletonRows rows={5} cells={[{ width: '60%' }, { width: '50%' }]} />
      )}
    </div>
  );
}

function SessionRow({ row }: { row: XrSession }) {
  const { user, study, structure, device, headset } = row;
  const words = [study.modality, formatStudyDate(study.study_date ?? '')].filter(Boolean).join(' · ');
  return (
    <div className={classNames(table.row, rowLink.row)} role="row">
      <div className={table.name} role="rowheader">
        <bdi>{user.name}</bdi>
      </div>
      <div className={table.text} role="cell">
        <Link
          to="/studies-v2"
          search={{ study: study.uuid }}
          className={classNames(rowLink.link, classes.link)}
          aria-description={TEXTS.openStudy}
        >
          {words || TEXTS.openStudy}
        </Link>
      </div>
      <div className={classNames(table.text, classes.wide)} role="cell">
        <bdi>{structure}</bdi>
      </div>
      <div className={classNames(table.text, classes.wide, classes.device)} role="cell">
        {deviceText(device, headset)}
      </div>
      <div className={table.time} role="cell">
        {formatMoment(parseWireDate(row.started_at))}
      </div>
      <div className={classNames(table.time, classes.ended)} role="cell">
        {row.ended_at === null ? TEXTS.open : formatMoment(parseWireDate(row.ended_at))}
      </div>
    </div>
  );
}
