import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { memo, use } from 'react';
import { inContext, t, translated } from '#language/t.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { formatBytes, formatCount } from '#ui/format.ts';
import { Passage } from '#ui/status/Passage.tsx';
import { Status } from '#ui/status/Status.tsx';
import { classNames } from '#ui/class-names.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import table from '#ui/lists/table.module.css';
import classes from './FinishedTable.module.css';
import { OpenPanelContext } from '#features/upload/pictures/series-panel-context.ts';
import { ReferenceMark } from '#features/upload/editing/ReferenceMark.tsx';
import { identicalText, leavesAsText, leftOffText, seriesName, shownNameText, TEXTS } from '#features/upload/texts.ts';

/** The uploaded studies; failed series, and those with files in no volume, are listed below their study. */
export function FinishedTable({ studies }: { studies: readonly StudyView[] }) {
  return (
    <div className={classNames(table.table, classes.columns)} role="table" aria-label={t('Studies of this upload')}>
      <div className={classNames(table.head, classes.head)} role="row">
        <span role="columnheader" className={classes.headName}>
          {TEXTS.columns.study}
        </span>
        <span role="columnheader" className={table.end}>
          {inContext('plural', 'Series')}
        </span>
        <span role="columnheader" className={table.end}>
          {TEXTS.columns.files}
        </span>
        <span role="columnheader" className={table.end}>
          {TEXTS.columns.size}
        </span>
        <span role="columnheader" className={table.status}>
          {TEXTS.columns.status}
        </span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.columns.passage}</VisuallyHidden>
        </span>
      </div>
      {studies
        .filter((study) => study.upload !== false)
        .map((study) => (
          <FinishedStudy key={study.id} study={study} />
        ))}
    </div>
  );
}

const FinishedStudy = memo(function FinishedStudy({ study }: { study: StudyView }) {
  const lookAt = use(OpenPanelContext);
  const [first] = study.series;
  const sent = study.series.filter((series) => series.upload);
  const name = shownNameText(study.patientName);
  const files = sent.reduce((sum, series) => sum + series.files.total, 0);
  const proved = sent.reduce((sum, series) => sum + series.files.proved, 0);
  const reference = sent.find((series) => series.isReference);
  const failed = sent.filter((series) => series.status === 'failed');
  const told = sent.filter((series) => series.status === 'failed' || series.message !== null);
  return (
    <div role="rowgroup" data-study={study.id}>
      <div className={classNames(table.row, classes.row)} role="row">
        <div role="cell">
          <CodeChip code={study.modality} name={t('Modality')} />
        </div>
        <div className={classNames(table.name, classes.name)} role="rowheader" title={name}>
          {first ? (
            <UnstyledButton
              className={classes.look}
              aria-label={t('Look at the series of {name}', { name })}
              onClick={() => lookAt({ seriesId: first.id, slice: first.defaultSlice })}
            >
              <bdi>{name}</bdi>
            </UnstyledButton>
          ) : (
            <bdi>{name}</bdi>
          )}
        </div>
        <div className={classNames(table.number, classes.series)} role="cell">
          {t('{count} of {total}', { count: formatCount(sent.length), total: formatCount(study.series.length) })}
        </div>
        <div className={classNames(table.number, classes.files)} role="cell" data-whole={proved === files || undefined}>
          {identicalText(proved, files)}
        </div>
        <div className={classNames(table.number, classes.size)} role="cell">
          {formatBytes(study.bytes.selected)}
        </div>
        <div className={classNames(table.status, classes.status)} role="cell">
          <Status word={study.status} />
        </div>
        <div className={classes.passage} role="cell">
          <Passage word={study.status} {...(failed.length > 0 ? { failedAt: 5 as const } : {})} />
        </div>
      </div>
      {study.anonymize === true && (
        <div role="row" className={classes.leavesAs}>
          <span role="cell">{leavesAsText(study.anonymousName)}</span>
        </div>
      )}
      {study.leftOff.length > 0 && (
        <div role="row" className={classes.message}>
          <span role="cell">{leftOffText(study.leftOff)}</span>
        </div>
      )}
      {reference && (
        <div role="row" className={classes.message} data-reference={reference.id}>
          <span role="cell">
            {TEXTS.reference}: <bdi>{seriesName(reference)}</bdi>
            <ReferenceMark />
          </span>
        </div>
      )}
      {told.map((series) => (
        <div
          key={series.id}
          role="row"
          className={classes.message}
          data-series={series.id}
          data-failed={series.status === 'failed' || undefined}
        >
          <span role="cell">
            {[t('Series {number}', { number: series.number ?? '' }).trim(), series.facts.seriesDescription]
              .filter((part) => part !== '')
              .join(', ')}
            : {series.message !== null && translated(series.message)}
          </span>
        </div>
      ))}
    </div>
  );
});
