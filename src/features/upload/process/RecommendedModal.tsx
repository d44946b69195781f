import { Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { recommendedSeries, type LackingStudy } from './recommended.ts';
import classes from './RecommendedModal.module.css';
import { StillThumbnail } from '#features/upload/pictures/Thumbnail.tsx';
import { goesWithoutText, seriesName, TEXTS } from '#features/upload/texts.ts';

interface RecommendedModalProps {
  isOpen: boolean;
  studies: readonly LackingStudy[];
  onSelect: (seriesIds: readonly string[]) => void;
  onContinue: () => void;
  onClose: () => void;
}

/** Before MR studies are sent without T2W, DWI or ADC (UPL2-032 to 036): what is missing, and the series that could be added. */
export function RecommendedModal({ isOpen, studies, onSelect, onContinue, onClose }: RecommendedModalProps) {
  const selectable = recommendedSeries(studies);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={
        <span className={classes.title}>
          <IconAlertTriangle className={classes.icon} size={20} stroke={1.75} aria-hidden />
          {TEXTS.recommendedTitle}
        </span>
      }
    >
      <Stack>
        {studies.map((study) => (
          <Lacking key={study.studyId} study={study} />
        ))}
        {selectable.length === 0 && <p className={classes.words}>{TEXTS.nothingToSelect}</p>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onContinue} {...(selectable.length === 0 && { 'data-autofocus': true })}>
            {TEXTS.continueAnyway}
          </Button>
          <Button
            variant="filled"
            disabled={selectable.length === 0}
            onClick={() => onSelect(selectable)}
            {...(selectable.length > 0 && { 'data-autofocus': true })}
          >
            {TEXTS.selectRecommended}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Lacking({ study: { patientName, missing } }: { study: LackingStudy }) {
  return (
    <div>
      <p className={classes.words}>
        <bdi>
          {goesWithoutText(
            patientName,
            missing.map(({ code }) => code),
          )}
        </bdi>
      </p>
      <ul className={classes.rows}>
        {missing.map(({ code, series }) => (
          <li key={code} className={classes.row}>
            <span className={classes.code}>{code}</span>
            {series !== null && <StillThumbnail series={series} slice={series.defaultSlice} sizePx={36} />}
            <bdi className={classes.series} data-none={series === null || undefined}>
              {series === null ? TEXTS.noneOfIt : seriesName(series)}
            </bdi>
            {series !== null && <span className={classes.state}>{TEXTS.notSelected}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
