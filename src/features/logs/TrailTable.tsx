import { Tooltip } from '@mantine/core';
import { IconBan, IconCheck, IconStack2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AuditRecord } from '#contract/logs.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount, formatDateTime } from '#ui/format.ts';
import { useSession } from '#ui/session-context.tsx';
import table from '#ui/lists/table.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import { addressToSearch, type TrailAddress } from './log-address.ts';
import classes from './LogTable.module.css';
import { Moment } from './Moment.tsx';
import {
  actedByText,
  callText,
  callTitle,
  KINDS,
  openStudyText,
  personText,
  resultText,
  resultTitle,
  subjectText,
  TEXTS,
} from './texts.ts';

const SHOWN_WHILE_LOADING = 20;

/** A page of records. `undefined` while loading, which shows a skeleton. */
export function TrailTable({ records, address }: { records: readonly AuditRecord[] | undefined; address: TrailAddress }) {
  const { columns } = TEXTS;
  const head = (name: Exclude<keyof typeof columns, 'person' | 'time' | 'result'>) => (
    <span role="columnheader" className={classes[name]}>
      {columns[name]}
    </span>
  );
  return (
    <div
      className={classNames(table.table, classes.log, classes.trail)}
      data-list
      data-all={address.all || undefined}
      role="table"
      aria-label={TEXTS.trail}
      aria-busy={records === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader" className={classNames(table.end, classes.number)}>
          {columns.number}
        </span>
        <span role="columnheader">{columns.time}</span>
        <span role="columnheader">{columns.person}</span>
        {head('kind')}
        {head('call')}
        {head('about')}
        <span role="columnheader">{columns.result}</span>
        {head('address')}
        {address.all && head('team')}
      </div>
      {records ? (
        records.map((record) => <RecordRow key={record.seq} record={record} address={address} />)
      ) : (
        <SkeletonRows
          rows={SHOWN_WHILE_LOADING}
          cells={[{ width: '70%', className: classes.number }, { width: '85%' }, { width: '45%', className: classes.call }]}
        />
      )}
    </div>
  );
}

function RecordRow({ record, address }: { record: AuditRecord; address: TrailAddress }) {
  const { seq, created_at, user, acted_by, kind, call, result, address: from, team_id } = record;
  return (
    <div className={classNames(table.row, classes.row)} role="row" data-record={seq}>
      <div className={classNames(table.number, classes.number)} role="cell">
        {formatCount(seq)}
      </div>
      <div className={classNames(table.time, classes.above, classes.when)} role="cell">
        <Moment at={created_at} />
      </div>
      <div className={classNames(table.name, classes.who)} role="rowheader" data-none={user === null || undefined} title={personText(user)}>
        <bdi>{personText(user)}</bdi>
        {acted_by !== undefined && <span className={classes.actedBy}>{actedByText(acted_by)}</span>}
      </div>
      <div className={classes.kind} role="cell">
        {KINDS[kind]}
      </div>
      <div className={classNames(table.text, classes.call)} role="cell" title={callTitle(call)}>
        {callText(call)}
      </div>
      <div className={classes.about} role="cell">
        <About record={record} address={address} />
      </div>
      <div className={classes.outcome} role="cell" data-result={result === 'done' ? 'done' : 'refused'} title={resultTitle(result)}>
        {result === 'done' ? <IconCheck size={14} stroke={1.75} aria-hidden /> : <IconBan size={14} stroke={1.75} aria-hidden />}
        <span>{resultText(result)}</span>
      </div>
      <div className={classNames(table.text, classes.address, classes.code)} role="cell" title={from}>
        {from}
      </div>
      {address.all && (
        <div className={classes.team} role="cell">
          {team_id === null ? '' : `#${team_id}`}
        </div>
      )}
      <div className={classNames(table.narrow, classes.narrow)} role="cell">
        {[callText(call), from].join(' · ')}
      </div>
    </div>
  );
}

/** The study, which links to its records, and to the study itself if permitted; or the other subject of the call. */
function About({ record: { study, subject, seq, created_at }, address }: { record: AuditRecord; address: TrailAddress }) {
  const { permissions } = useSession<Session>();
  if (study === null) return subject === null ? null : <span className={classes.code}>{subjectText(subject)}</span>;
  return (
    <>
      <Tooltip label={TEXTS.allOfStudy}>
        <Link
          to="/admin/audit"
          search={addressToSearch({ ...address, study, before: null })}
          className={classNames(classes.code, classes.studyLink)}
          aria-label={`${TEXTS.allOfStudy}: ${subjectText(study)}`}
        >
          {subjectText(study)}
        </Link>
      </Tooltip>
      {permissions.has('r:studies') && !address.all && (
        <Tooltip label={TEXTS.openStudy}>
          <Link
            to="/studies-v2"
            search={{ study }}
            className={classes.openStudy}
            aria-label={openStudyText(subjectText(study), formatDateTime(new Date(`${created_at.replace(' ', 'T')}Z`)), seq)}
          >
            <IconStack2 size={14} stroke={1.75} aria-hidden />
          </Link>
        </Tooltip>
      )}
    </>
  );
}
