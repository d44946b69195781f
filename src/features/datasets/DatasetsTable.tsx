import { Link } from '@tanstack/react-router';
import type { Dataset } from '#contract/datasets.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/format.ts';
import link from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { Swatch } from '#ui/Swatch.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import classes from './Datasets.module.css';
import { patientsText, studiesText, TEXTS } from './texts.ts';

/** A page of datasets. `undefined` while loading, which shows a skeleton. */
export function DatasetsTable({ datasets, rows }: { datasets: readonly Dataset[] | undefined; rows: number }) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.datasets)}
      data-list
      role="table"
      aria-label={TEXTS.datasets}
      aria-busy={datasets === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.name}</span>
        <span role="columnheader">{columns.structure}</span>
        <span role="columnheader" className={table.end}>
          {columns.patients}
        </span>
        <span role="columnheader" className={table.end}>
          {columns.studies}
        </span>
        <span role="columnheader">{columns.creator}</span>
      </div>
      {datasets ? (
        datasets.map((dataset) => <DatasetRow key={dataset.id} dataset={dataset} />)
      ) : (
        <SkeletonRows
          rows={rows}
          cells={[
            { width: '50%' },
            { width: '60%' },
            { width: '40%', className: classes.wide },
            { width: '40%', className: classes.wide },
            { width: '60%', className: classes.wide },
          ]}
        />
      )}
    </div>
  );
}

function DatasetRow({ dataset: { id, name, structure, patients, studies, created_by } }: { dataset: Dataset }) {
  return (
    <div className={classNames(table.row, link.row)} role="row" data-dataset={id}>
      <div role="rowheader" className={classes.words}>
        <Link className={classNames(table.name, link.link, classes.title)} to="/dataset/$id" params={{ id: String(id) }}>
          <bdi>{name}</bdi>
        </Link>
        <span className={table.narrow}>{[patientsText(patients), studiesText(studies), created_by].filter(Boolean).join(' · ')}</span>
      </div>
      <div role="cell" className={classes.structure}>
        <Swatch color={structure.color} />
        <bdi className={table.text}>{structure.title}</bdi>
      </div>
      <div role="cell" className={classNames(table.number, classes.wide)}>
        {formatCount(patients)}
      </div>
      <div role="cell" className={classNames(table.number, classes.wide)}>
        {formatCount(studies)}
      </div>
      <div role="cell" className={classNames(table.text, classes.wide, classes.dim)}>
        {created_by}
      </div>
    </div>
  );
}
