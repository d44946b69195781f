import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { parseWireDate } from '#contract/dates.ts';
import type { UploadRow } from '#contract/entities.ts';
import { formatBytes, formatCount, formatCountOf, formatDateTime } from '#ui/format.ts';
import { Passage } from '#ui/Passage.tsx';
import { Status } from '#ui/Status.tsx';
import { provedText, TEXTS } from './texts.ts';
import { uploadStatus } from './upload-status.ts';
import { classNames } from '#ui/class-names.ts';
import table from '#ui/table.module.css';
import { ReceiptButton } from './ReceiptButton.tsx';
import classes from './UploadsTable.module.css';

/** A page of uploads. `undefined` while it is on its way: the shape of what comes. */
export function UploadsTable({ uploads, rows }: { uploads: readonly UploadRow[] | undefined; rows: number }) {
  return (
    <div
      className={classNames(table.table, classes.columns)}
      data-list
      role="table"
      aria-label={TEXTS.title}
      aria-busy={uploads === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.started}</span>
        <span role="columnheader">{TEXTS.columns.by}</span>
        <span role="columnheader" className={classNames(table.end, classes.studies)}>
          {TEXTS.columns.studies}
        </span>
        <span role="columnheader" className={classNames(table.end, classes.series)}>
          {TEXTS.columns.series}
        </span>
        <span role="columnheader" className={table.end}>
          {TEXTS.columns.size}
        </span>
        <span role="columnheader" className={classes.headStatus}>
          {TEXTS.columns.status}
        </span>
        <span role="columnheader" className={table.end}>
          {TEXTS.columns.errors}
        </span>
        <span role="columnheader" aria-label={TEXTS.acts} />
      </div>
      {uploads
        ? uploads.map((upload) => <UploadHistoryRow key={upload.session} upload={upload} />)
        : Array.from({ length: rows }, (_, index) => <SkeletonRow key={index} />)}
    </div>
  );
}

function UploadHistoryRow({ upload }: { upload: UploadRow }) {
  const status = uploadStatus(upload);
  const started = parseWireDate(upload.created_at);
  return (
    <div className={classNames(table.row, classes.row)} role="row" data-upload={upload.session}>
      <div className={classNames(table.time, classes.started)} role="rowheader">
        {started && formatDateTime(started)}
      </div>
      <div className={classNames(table.text, classes.by)} role="cell" title={upload.user}>
        <bdi>{upload.user}</bdi>
      </div>
      <div className={classNames(table.number, classes.studies)} role="cell">
        {formatCount(upload.studies)}
      </div>
      <div className={classNames(table.number, classes.series)} role="cell">
        {formatCount(upload.series)}
      </div>
      <div className={classNames(table.number, classes.size)} role="cell">
        {formatBytes(upload.size)}
      </div>
      <div className={classNames(table.status, classes.status)} role="cell">
        <Status word={status} />
      </div>
      <div className={classes.passage} role="cell">
        <Passage word={status} {...(status === 'failed' ? { failedAt: 5 as const } : {})} />
      </div>
      <div className={classNames(table.time, classes.proved)} role="cell">
        {provedText(upload.proved, upload.files)}
      </div>
      <div className={classNames(table.number, classes.errors)} role="cell" data-some={upload.errors > 0 || undefined}>
        {upload.errors > 0 ? formatCount(upload.errors) : ''}
      </div>
      <div className={classes.acts} role="cell">
        <ReceiptButton upload={upload} />
        <Tooltip label={TEXTS.openStudies}>
          <ActionIcon
            aria-label={TEXTS.openStudies}
            renderRoot={(props) => <Link to="/studies-v2" search={{ bupload_id: upload.id }} {...props} />}
          >
            <IconStack2 size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classNames(table.narrow, classes.narrow)} role="cell">
        {[upload.user, formatCountOf(upload.studies, 'study', 'studies'), formatBytes(upload.size)].join(' · ')}
      </div>
    </div>
  );
}

function SkeletonRow() {
  return (
    <div className={table.row} data-skeleton aria-hidden>
      <Skeleton width="80%" height={12} />
      <Skeleton width="60%" height={12} />
    </div>
  );
}
