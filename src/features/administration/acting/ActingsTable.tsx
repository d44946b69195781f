import type { ActedAs } from '#contract/acting.ts';
import { parseWireDate } from '#contract/dates.ts';
import { classNames } from '#ui/class-names.ts';
import { formatMoment } from '#ui/format.ts';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import classes from './Acting.module.css';
import { TEXTS } from './texts.ts';

/** `rows` is undefined while loading, which shows a skeleton. */
export function ActingsTable({ rows }: { rows: readonly ActedAs[] | undefined }) {
  const { columns } = TEXTS;
  return (
    <div className={classNames(table.table, classes.columns)} role="table" aria-label={TEXTS.history} aria-busy={rows === undefined}>
      <div className={table.head} role="row">
        <span role="columnheader">{columns.administrator}</span>
        <span role="columnheader">{columns.person}</span>
        <span role="columnheader" className={classes.reason}>
          {columns.reason}
        </span>
        <span role="columnheader">{columns.from}</span>
        <span role="columnheader" className={classes.until}>
          {columns.until}
        </span>
      </div>
      {rows ? (
        rows.map((row) => <ActingRow key={row.id} row={row} />)
      ) : (
        <SkeletonRows rows={3} cells={[{ width: '60%' }, { width: '60%' }, { width: '80%', className: classes.reason }]} />
      )}
    </div>
  );
}

function ActingRow({ row }: { row: ActedAs }) {
  const { administrator, person, reason } = row;
  return (
    <div className={table.row} role="row">
      <div className={table.name} role="rowheader">
        <bdi>{administrator.name}</bdi>
      </div>
      <div className={table.text} role="cell">
        <bdi>{person.name}</bdi>
        <bdi className={classes.below}>{reason}</bdi>
      </div>
      <div className={classes.reason} role="cell">
        <bdi>{reason}</bdi>
      </div>
      <div className={table.time} role="cell">
        {when(row.started_at)}
      </div>
      <div className={classNames(table.time, classes.until)} role="cell">
        {untilText(row)}
      </div>
    </div>
  );
}

/** Without an end it may still go on, or has ended by itself. */
function untilText({ ended_at: ended, until }: ActedAs): string {
  if (ended !== null) return when(ended);
  return (parseWireDate(until)?.getTime() ?? 0) > Date.now() ? TEXTS.now : when(until);
}

const when = (text: string): string => formatMoment(parseWireDate(text));
