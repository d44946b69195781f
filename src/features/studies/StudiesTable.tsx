import { Skeleton } from '@mantine/core';
import { classNames } from '#ui/class-names.ts';
import table from '#ui/table.module.css';
import type { Study } from './listed-study.ts';
import classes from './StudiesTable.module.css';
import { StudyRow } from './StudyRow.tsx';
import { TEXTS } from './texts.ts';

/** A page of studies. `undefined` while it is on its way: the shape of what comes. */
export function StudiesTable({ studies, rows }: { studies: readonly Study[] | undefined; rows: number }) {
  return (
    <div
      className={classNames(table.table, classes.columns)}
      data-list
      role="table"
      aria-label={TEXTS.title}
      aria-busy={studies === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader" aria-label="Modality" />
        <span role="columnheader">{TEXTS.columns.patient}</span>
        <span role="columnheader" className={classes.bodyPart}>
          {TEXTS.columns.bodyPart}
        </span>
        <span role="columnheader" className={table.end}>
          {TEXTS.columns.series}
        </span>
        <span role="columnheader" className={table.end}>
          {TEXTS.columns.files}
        </span>
        <span role="columnheader" className={classNames(table.end, classes.size)}>
          {TEXTS.columns.size}
        </span>
        <span role="columnheader" className={classNames(table.status, classes.status)}>
          {TEXTS.columns.status}
        </span>
        <span role="columnheader" className={classes.passage} aria-label="How far" />
        <span role="columnheader">{TEXTS.columns.created}</span>
      </div>
      {studies
        ? studies.map((study) => <StudyRow key={study.uuid} study={study} />)
        : Array.from({ length: rows }, (_, index) => <SkeletonRow key={index} />)}
    </div>
  );
}

function SkeletonRow() {
  return (
    <div className={table.row} data-skeleton aria-hidden>
      <Skeleton width={32} height={16} />
      <Skeleton width="60%" height={12} />
    </div>
  );
}
