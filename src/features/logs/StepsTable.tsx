import { IconArrowRight, IconClick, IconPoint, type Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LogEntry } from '#contract/logs.ts';
import { classNames } from '#ui/class-names.ts';
import rowLink from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import type { StepType } from './log-address.ts';
import classes from './LogTable.module.css';
import { Moment } from './Moment.tsx';
import { callText, personText, subjectText, TEXTS, TYPES } from './texts.ts';

const SHOWN_WHILE_LOADING = 15;

interface StepsTableProps {
  /** Undefined while loading, which shows a skeleton. */
  steps: readonly LogEntry[] | undefined;
  label: string;
  all?: boolean;
  /** Steps of all users, each linked to its session; otherwise all belong to one. */
  withPerson?: boolean;
}

export function StepsTable({ steps, label, all = false, withPerson = false }: StepsTableProps) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.log, withPerson ? classes.steps : classes.ofSession)}
      data-list
      role="table"
      aria-label={label}
      aria-busy={steps === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.time}</span>
        {withPerson && <span role="columnheader">{columns.person}</span>}
        <span role="columnheader" className={classes.type}>
          {columns.type}
        </span>
        <span role="columnheader" className={classes.path}>
          {columns.path}
        </span>
        <span role="columnheader" className={classes.what}>
          {columns.name}
        </span>
      </div>
      {steps ? (
        steps.map((step) => <StepRow key={step.id} step={step} all={all} withPerson={withPerson} />)
      ) : (
        <SkeletonRows
          rows={SHOWN_WHILE_LOADING}
          cells={[
            { width: '85%' },
            ...(withPerson ? [{ width: '50%' }] : []),
            { width: '70%', className: classes.type },
            { width: '25%', className: classes.path },
          ]}
        />
      )}
    </div>
  );
}

function StepRow({ step, all, withPerson }: { step: LogEntry; all: boolean; withPerson: boolean }) {
  const { id, session_id, user, type, path, name, uuid, created_at } = step;
  const TypeIcon = ICONS[type];
  const what = [name === null ? '' : callText(name), uuid === null ? '' : subjectText(uuid)].filter(Boolean).join(' · ');
  return (
    <div className={classNames(table.row, rowLink.row, classes.row)} role="row" data-step={id}>
      <div className={classNames(table.time, classes.above, classes.when)} role="cell">
        <Moment at={created_at} />
      </div>
      {withPerson && (
        <div className={table.name} role="rowheader" title={personText(user)}>
          <Link
            to="/admin/log/detail/$id"
            params={{ id: String(session_id) }}
            search={all ? { all: 1 } : {}}
            className={classNames(rowLink.link, classes.link)}
            dir="auto"
            aria-description={TEXTS.openSession}
          >
            {personText(user)}
          </Link>
        </div>
      )}
      <div className={classNames(classes.type, classes.typeCell)} role="cell">
        <TypeIcon size={14} stroke={1.75} aria-hidden />
        {TYPES[type]}
      </div>
      <div className={classNames(table.text, classes.path, classes.code)} role="cell" title={path}>
        {path}
      </div>
      <div className={classNames(table.text, classes.what)} role="cell" title={uuid ?? name ?? undefined}>
        {what}
      </div>
      <div className={classNames(table.narrow, classes.narrow)} role="cell">
        {[path, what].filter(Boolean).join(' · ')}
      </div>
    </div>
  );
}

const ICONS: Record<StepType, Icon> = { route: IconArrowRight, click: IconClick, other: IconPoint };
