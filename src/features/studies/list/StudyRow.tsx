import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import { IconShape } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parseWireDate } from '#contract/dates.ts';
import { translated } from '#language/t.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import { AnnotatorIcon } from '#ui/AnnotatorIcon.tsx';
import { classNames } from '#ui/class-names.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { formatBytes, formatCount, formatDateTime, formatStudyDate } from '#ui/format.ts';
import type { Session } from '#model/session.ts';
import type { Column } from '#ui/lists/columns.ts';
import table from '#ui/lists/table.module.css';
import { useSession } from '#ui/session-context.tsx';
import { Passage } from '#ui/status/Passage.tsx';
import { Status } from '#ui/status/Status.tsx';
import { failure, fileCounts, listedStatus, type Study } from '#features/studies/listed-study.ts';
import { useOfflineActions } from '#features/studies/offline-actions-context.ts';
import { SeriesThumbnail } from '#features/studies/SeriesThumbnail.tsx';
import { useStudyMarks } from '#features/studies/study-marks-context.ts';
import { organizeText, provedIdenticalText, selectText, seriesText, TEXTS } from '#features/studies/texts.ts';
import classes from './StudiesTable.module.css';
import type { StudyColumnId } from './study-columns.ts';

interface StudyRowProps {
  study: Study;
  columns: readonly Column<StudyColumnId>[];
  /** Tab reaches this row of the list. */
  isReached: boolean;
  isOpen: boolean;
  isSelected: boolean;
  onReach: () => void;
  onOpen: () => void;
  onSelect: (range: boolean) => void;
}

export function StudyRow({ study, columns, isReached, isOpen, isSelected, onReach, onOpen, onSelect }: StudyRowProps) {
  const why = failure(study);
  const created = parseWireDate(study.created_at);
  const name = patientNameToText(study.data.patientName);
  return (
    <div
      className={classNames(table.row, classes.row)}
      role="row"
      data-study={study.uuid}
      data-open={isOpen || undefined}
      aria-current={isOpen || undefined}
      aria-selected={isSelected}
      tabIndex={isReached ? 0 : -1}
      onFocus={onReach}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        // As with any link, these keys open a new tab. The link of the row is pressed, so that this is logged as well.
        if (event.ctrlKey || event.metaKey) event.currentTarget.querySelector<HTMLElement>('[data-log="open_annotator"]')?.click();
        else onOpen();
      }}
    >
      <div className={classes.select} role="gridcell">
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={selectText(name || TEXTS.noName)}
          checked={isSelected}
          readOnly
          onClick={(event) => {
            event.stopPropagation();
            onSelect(event.shiftKey);
          }}
        />
      </div>
      <div className={classes.picture} role="gridcell">
        <SeriesThumbnail series={study.series[0] ?? null} studyUuid={study.uuid} size="row" />
      </div>
      <div className={classes.modality} role="gridcell">
        <CodeChip code={study.modality} name={TEXTS.columns.modality} />
      </div>
      <div className={classNames(table.name, classes.patient)} role="rowheader" title={name} data-none={name === '' || undefined}>
        <bdi className={table.text}>{name || TEXTS.noName}</bdi>
        {useOfflineActions().mark(study)}
        <OrganizeLink uuid={study.uuid} name={name || TEXTS.noName} />
        <AnnotatorIcon className={classes.leave} href={annotatorPath(study)} name={name || TEXTS.noName} />
      </div>
      {columns.map(({ id }) => (
        <StudyCell key={id} id={id} study={study} />
      ))}
      {why !== null && (
        <div role="gridcell" className={classes.why}>
          {translated(why)}
        </div>
      )}
      <div className={classNames(table.narrow, classes.narrow)} role="gridcell">
        {[created && formatDateTime(created, { seconds: false }), seriesText(study.series.length), formatBytes(study.size)]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
  );
}

/** Opens the organize panel without the study panel. On a phone the study panel has the link. */
function OrganizeLink({ uuid, name }: { uuid: string; name: string }) {
  const { permissions } = useSession<Session>();
  if (!permissions.has('r:studies:detail')) return null;
  return (
    <Tooltip label={TEXTS.detail.organize}>
      <ActionIcon
        className={classes.leave ?? ''}
        aria-label={organizeText(name)}
        onClick={(event) => event.stopPropagation()}
        renderRoot={(props) => <Link to="/serie/organize/$uuid" params={{ uuid }} {...props} />}
      >
        <IconShape size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function StudyCell({ id, study }: { id: StudyColumnId; study: Study }) {
  const status = listedStatus(study);
  const { files, proved } = fileCounts(study);
  const created = parseWireDate(study.created_at);
  const { labels } = useStudyMarks();
  const cells: Record<StudyColumnId, { style?: string | undefined; title?: string; shown: ReactNode }> = {
    labels: { shown: labels(study, 'row') },
    folder: { style: table.text, shown: study.folder?.name },
    projects: { style: table.text, shown: study.projects?.map((project) => project.name).join(', ') },
    bodyPart: { style: table.text, shown: study.bodyPart?.title },
    studyDate: { style: table.time, shown: formatStudyDate(study.studyDate) },
    created: { style: table.time, shown: created && formatDateTime(created) },
    series: { style: table.number, shown: formatCount(study.series.length) },
    size: { style: table.number, shown: formatBytes(study.size) },
    status: { style: table.status, title: provedIdenticalText(proved, files), shown: <Status word={status} /> },
    passage: { shown: <Passage word={status} {...(status === 'failed' ? { failedAt: 5 as const } : {})} /> },
  };
  const { style, title, shown } = cells[id];
  return (
    <div className={classNames(style, classes[id])} role="gridcell" {...(title === undefined ? {} : { title })}>
      {shown}
    </div>
  );
}
