import { parseWireDate } from '#contract/dates.ts';
import { patientNameToText } from '#model/patient-name.ts';
import { formatBytes, formatCount, formatDateTime } from '#ui/format.ts';
import { Passage } from '#ui/Passage.tsx';
import { Status } from '#ui/Status.tsx';
import { classNames } from '#ui/class-names.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import table from '#ui/table.module.css';
import { failure, fileCounts, listedStatus, type Study } from './listed-study.ts';
import classes from './StudiesTable.module.css';
import { provedFilesText, seriesText, TEXTS } from './texts.ts';

export function StudyRow({ study }: { study: Study }) {
  const { files, proved } = fileCounts(study);
  const status = listedStatus(study);
  const why = failure(study);
  const created = parseWireDate(study.created_at);
  const name = patientNameToText(study.data.patientName);
  return (
    <div className={classNames(table.row, classes.row)} role="row" data-study={study.uuid}>
      <div className={classes.modality} role="cell">
        <CodeChip code={study.modality} name="Modality" />
      </div>
      <div className={classNames(table.name, classes.patient)} role="rowheader" title={name} data-none={name === '' || undefined}>
        <bdi>{name || TEXTS.noName}</bdi>
      </div>
      <div className={classNames(table.text, classes.bodyPart)} role="cell">
        {study.bodyPart?.title}
      </div>
      <div className={classNames(table.number, classes.series)} role="cell">
        {formatCount(study.series.length)}
      </div>
      <div className={classNames(table.number, classes.files)} role="cell">
        {provedFilesText(proved, files)}
      </div>
      <div className={classNames(table.number, classes.size)} role="cell">
        {formatBytes(study.size)}
      </div>
      <div className={classNames(table.status, classes.status)} role="cell">
        <Status word={status} />
        {why !== null && <span className={classes.why}>{why}</span>}
      </div>
      <div className={classes.passage} role="cell">
        <Passage word={status} {...(status === 'failed' ? { failedAt: 5 as const } : {})} />
      </div>
      <div className={classNames(table.time, classes.created)} role="cell">
        {created && formatDateTime(created)}
      </div>
      <div className={classNames(table.narrow, classes.narrow)} role="cell">
        {[created && formatDateTime(created, { seconds: false }), seriesText(study.series.length), formatBytes(study.size)]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
  );
}
