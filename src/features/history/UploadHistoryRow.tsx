import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parseWireDate } from '#contract/dates.ts';
import type { UploadRow } from '#contract/entities.ts';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { formatBytes, formatCount, formatDateTime, formatRate } from '#ui/format.ts';
import { Passage } from '#ui/status/Passage.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import table from '#ui/lists/table.module.css';
import { ReceiptButton } from './ReceiptButton.tsx';
import { failedSeriesText, provedText, TEXTS, tookText, uploadNameTexts } from './texts.ts';
import { uploadFigures } from './upload-figures.ts';
import { uploadStatus } from './upload-status.ts';
import classes from './UploadsTable.module.css';

export function UploadHistoryRow({ upload }: { upload: UploadRow }) {
  const { progress, errors, proved, files } = upload;
  const started = parseWireDate(upload.created_at);
  const { tookSeconds, bytesPerSecond } = uploadFigures(upload);
  const studies = t('{studies, plural, one {# study} other {# studies}}', { studies: upload.studies });
  return (
    <div className={classNames(table.row, classes.row)} role="row" data-upload={upload.session}>
      <div className={classNames(table.time, classes.started)} role="cell">
        {started && formatDateTime(started)}
      </div>
      <UploadName upload={upload} />
      <div className={classNames(table.text, classes.by)} role="cell" title={upload.user}>
        <bdi>{upload.user}</bdi>
      </div>
      <Figure name="studies">{formatCount(upload.studies)}</Figure>
      <Figure name="files">{formatCount(files)}</Figure>
      <Figure name="size">{formatBytes(upload.size)}</Figure>
      <Figure name="took">{tookSeconds !== null && tookText(tookSeconds)}</Figure>
      <Figure name="rate">{bytesPerSecond !== null && formatRate(bytesPerSecond)}</Figure>
      <div className={classNames(table.status, classes.status)} role="cell">
        <Status word={uploadStatus(progress)} note={progress !== 'failed' && errors > 0 ? failedSeriesText(errors) : null} />
      </div>
      <div className={classes.passage} role="cell">
        <Passage word={uploadStatus(progress)} {...(progress === 'failed' ? { failedAt: 5 as const } : {})} />
      </div>
      <div className={classNames(table.time, classes.proved)} role="cell">
        {provedText(proved, files)}
      </div>
      <div className={classes.actions} role="cell">
        <ReceiptButton upload={upload} />
      </div>
      <div className={classNames(table.narrow, classes.narrow)} role="cell">
        {[started && formatDateTime(started, { seconds: false }), studies, formatBytes(upload.size)].filter(Boolean).join(' · ')}
      </div>
    </div>
  );
}

/** The patient of the upload, with a link to its studies for users who may see them. */
function UploadName({ upload }: { upload: UploadRow }) {
  const { permissions } = useSession<Session>();
  const { name, more, isCode } = uploadNameTexts(upload);
  const words = (
    <>
      <bdi data-code={isCode || undefined}>{name}</bdi>
      {more !== '' && <span className={classes.more}> {more}</span>}
    </>
  );
  return (
    <div
      className={classNames(table.name, classes.name)}
      role="rowheader"
      title={`${name} ${more}`.trim()}
      data-none={upload.studies === 0 || undefined}
    >
      {permissions.has('r:studies') && upload.studies > 0 ? (
        <Link to="/studies-v2" search={{ bupload_id: upload.id }} className={classes.link} aria-description={TEXTS.openStudies}>
          {words}
        </Link>
      ) : (
        words
      )}
    </div>
  );
}

function Figure({ name, children }: { name: 'studies' | 'files' | 'size' | 'took' | 'rate'; children: ReactNode }) {
  return (
    <div className={classNames(table.number, classes[name])} role="cell">
      {children}
    </div>
  );
}
