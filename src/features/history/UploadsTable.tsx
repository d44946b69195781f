import { VisuallyHidden } from '@mantine/core';
import type { UploadRow } from '#contract/entities.ts';
import { classNames } from '#ui/class-names.ts';
import table from '#ui/lists/table.module.css';
import { TEXTS } from './texts.ts';
import { UploadHistoryRow } from './UploadHistoryRow.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import classes from './UploadsTable.module.css';

/** A page of uploads. `undefined` while loading, which shows a skeleton. */
export function UploadsTable({ uploads, rows }: { uploads: readonly UploadRow[] | undefined; rows: number }) {
  return (
    <div
      className={classNames(table.table, classes.columns)}
      data-list
      data-receipts={uploads?.some(({ receipt }) => receipt) || undefined}
      role="table"
      aria-label={TEXTS.title}
      aria-busy={uploads === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.started}</span>
        <span role="columnheader">{TEXTS.columns.upload}</span>
        <span role="columnheader" className={classes.by}>
          {TEXTS.columns.by}
        </span>
        {(['studies', 'files', 'size', 'took', 'rate'] as const).map((name) => (
          <span key={name} role="columnheader" className={classNames(table.end, classes[name])}>
            {TEXTS.columns[name]}
          </span>
        ))}
        <span role="columnheader" className={classes.headStatus}>
          {TEXTS.columns.status}
        </span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.actions}</VisuallyHidden>
        </span>
      </div>
      {uploads ? (
        uploads.map((upload) => <UploadHistoryRow key={upload.session} upload={upload} />)
      ) : (
        <SkeletonRows
          rows={rows}
          cells={[
            { width: '85%', className: classes.started },
            { width: '60%', className: classes.name },
            { width: '70%', className: classes.by },
          ]}
        />
      )}
    </div>
  );
}
