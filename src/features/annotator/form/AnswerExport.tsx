import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { StudyForm } from '#contract/forms.ts';
import type { StudyDetail } from '#contract/study-detail.ts';
import type { ShownAnswer } from '#model/forms/shown-answers.ts';
import { showTrouble } from '#ui/toasts.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { exportAnswerCsv, exportAnswerSr } from './export-answer.ts';
import { FORM_TEXTS } from './form-texts.ts';

interface AnswerExportProps {
  study: StudyDetail;
  version: StudyForm;
  answer: ShownAnswer;
}

/** Saves one answer, as far as it is stored on this device. */
export function AnswerExport(props: AnswerExportProps) {
  const workstation = useWorkstation();
  const [isBusy, setBusy] = useState(false);
  async function run(write: (exported: AnswerExportProps & { workstation: typeof workstation }) => void | Promise<void>) {
    setBusy(true);
    try {
      await write({ ...props, workstation });
    } catch (error) {
      reportError(error);
      showTrouble(FORM_TEXTS.exportFailed);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={28} variant="subtle" aria-label={FORM_TEXTS.export} loading={isBusy}>
          <IconDownload size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void run(exportAnswerSr)}>{'DICOM SR'}</Menu.Item>
        <Menu.Item onClick={() => void run(exportAnswerCsv)}>{'CSV'}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
