import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { t } from '#language/t.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { TransferCells } from './TransferCells.tsx';
import { SendingSeries } from './SendingSeries.tsx';
import classes from './SendingTable.module.css';
import { leavesAsText, leftOffText, shownNameText } from '#features/upload/texts.ts';

interface SendingStudyProps {
  study: StudyView;
  folded: boolean;
  /** The list is long, so rows are drawn near the viewport. */
  isLong: boolean;
}

/** A study being sent, with its series below. */
export const SendingStudy = memo(function SendingStudy({ study, folded, isLong }: SendingStudyProps) {
  const [open, setOpen] = useState(!folded || study.series.some((series) => series.message !== null));
  const name = shownNameText(study.patientName);
  return (
    <div role="rowgroup" data-study={study.id}>
      <div className={classes.row} role="row" data-level="study">
        <div className={classes.lead} role="cell">
          <ActionIcon
            aria-label={open ? t('Hide the series of {name}', { name }) : t('Show the series of {name}', { name })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? <IconChevronDown size={16} stroke={1.5} /> : <IconChevronRight size={16} stroke={1.5} />}
          </ActionIcon>
          <CodeChip code={study.modality} name={t('Modality')} />
        </div>
        <div className={classes.studyName} role="rowheader" title={name}>
          <bdi>{name}</bdi>
        </div>
        <TransferCells what={name} status={study.status} done={study.bytes.confirmed} total={study.bytes.selected} thick />
      </div>
      {study.anonymize === true && (
        <div className={classes.leavesAs} role="row">
          <span role="cell">{leavesAsText(study.anonymousName)}</span>
        </div>
      )}
      {study.leftOff.length > 0 && (
        <div className={classes.leftOff} role="row">
          <span role="cell">{leftOffText(study.leftOff)}</span>
        </div>
      )}
      {open &&
        study.series.filter((series) => series.upload).map((series) => <SendingSeries key={series.id} series={series} isLong={isLong} />)}
    </div>
  );
});
