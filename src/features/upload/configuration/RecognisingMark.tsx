import { Button } from '@mantine/core';
import { IconCloudOff, IconScan } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import classes from './RecognisingMark.module.css';
import { shownNameText, TEXTS } from '#features/upload/texts.ts';

interface RecognisingMarkProps {
  study: StudyView;
  onCancel: () => void;
}

/** REC-002, 003, 027, 029: the server is recognising the series, or will be; the user does not have to wait. */
export function RecognisingMark({ study: { recognising, patientName }, onCancel }: RecognisingMarkProps) {
  if (recognising === null) return null;
  if (recognising === 'waiting') {
    return (
      <span className={classes.mark} title={TEXTS.recognisingWaitsWhy}>
        <IconCloudOff size={15} stroke={1.5} aria-hidden />
        {TEXTS.recognisingWaits}
      </span>
    );
  }
  return (
    <span className={classes.mark} data-asking title={TEXTS.recognisingWhy}>
      <IconScan className={classes.icon} size={15} stroke={1.5} aria-hidden />
      {TEXTS.recognising}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={t('Cancel recognition of {name}', { name: shownNameText(patientName) })}
        onClick={onCancel}
      >
        {TEXTS.cancel}
      </Button>
    </span>
  );
}
