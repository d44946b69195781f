import { parseWireDate } from '#contract/dates.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatBytes, formatCount, formatDateTime } from '#ui/format.ts';
import { Passage } from '#ui/status/Passage.tsx';
import { Status } from '#ui/status/Status.tsx';
import { classNames } from '#ui/class-names.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import table from '#ui/lists/table.module.css';
import { failure, fileCounts, listedStatus, type Study } from './listed-study.ts';
import { useOfflineActions } from './offline-actions-context.ts';
import { SeriesThumbnail } from './SeriesThumbnail.tsx';
import classes from './StudiesTable.module.css';
import { useStudyMarks } from './study-marks-context.ts';
import { provedIdenticalText, seriesText, TEXTS } from './texts.ts';

interface StudyRowProps {
  study: Study;
  /** Tab reaches this row of the list. */
  isReached: boolean;
  isOpen: boolean;
  onReach: () => void;
  onOpen: () => void;
}

export function StudyRow({ study, isReached, isOpen, onReach, onOpen }: StudyRowProps) {
  const { files, proved } = fileCounts(study);
  const status = listedStatus(study);
  const why = failure(study);
  const created = parseWireDate(study.created_at);
  const name = patientNameToText(study.data.patientName);
  return (
    <div
      className={classNames(table.row, classes.row)}
      role="row"
      data-study={study.uuid}
      aria-selected={isOpen}
      tabIndex={isReached ? 0 : -1}
      onFocus={onReach}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen();
      }}
    >
      <div className={classes.picture} role="gridcell">
        <SeriesThumbnail series={study.series[0] ?? null} studyUuid={study.uuid} size="row" />
      </div>
      <div className={classes.modality} role="gridcell">
        <CodeChip code={study.modality} name="Modality" />
      </div>
      <div className={classNames(table.name, classes.patient)} role="rowheader" title={name} data-none={name === '' || undefined}>
        <bdi className={table.text}>{name || TEXTS.noName}</bdi>
        {useOfflineActions().mark(study)}
      </div>
      <div className={classes.labels} role="gridcell">
        {useStudyMarks().labels(study, 'row')}
      </div>
      <div className={classNames(table.text, classes.bodyPart)} role="gridcell">
        {study.bodyPart?.title}
      </div>
      <div className={classNames(table.time, classes.created)} role="gridcell">
        {created && formatDateTime(created)}
      </div>
      <div className={classNames(table.number, classes.series)} role="gridcell">
        {formatCount(study.series.length)}
      </div>
      <div className={classNames(table.number, classes.size)} role="gridcell">
        {formatBytes(study.size)}
      </div>
      <div className={classNames(table.status, classes.status)} role="gridcell" title={provedIdenticalText(proved, files)}>
        <Status word={status} />
        {why !== null && <span className={classes.why}>{why}</span>}
      </div>
      <div className={classes.passage} role="gridcell">
        <Passage word={status} {...(status === 'failed' ? { failedAt: 5 as const } : {})} />
      </div>
      <div className={classNames(table.narrow, classes.narrow)} role="gridcell">
        {[created && formatDateTime(created, { seconds: false }), seriesText(study.series.length), formatBytes(study.size)]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
  );
}
