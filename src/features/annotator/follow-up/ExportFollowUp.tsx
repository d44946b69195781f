import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StudyDetail } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { useMeasureState } from '#features/annotator/measure/measure-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { useSession } from '#ui/session-context.tsx';
import { showNotice, showTrouble } from '#ui/toasts.ts';
import { exportFollowUpCsv, exportFollowUpReport } from './export-follow-up.ts';
import { useFollowUp } from './follow-up-context.tsx';
import { FOLLOW_UP_TEXTS } from './follow-up-texts.ts';
import classes from './FollowUpPanel.module.css';

/** The table as CSV, and the diameters of this study as a DICOM SR. */
export function ExportFollowUp({ study }: { study: StudyDetail }) {
  const { user } = useSession<Session>();
  const workstation = useWorkstation();
  const { measurements } = useMeasureState();
  const { table, responses } = useFollowUp();
  const [isBusy, setBusy] = useState(false);
  async function report() {
    setBusy(true);
    try {
      const leftOut = await exportFollowUpReport({ workstation, study, table, measurements });
      if (leftOut !== null) showNotice(leftOut);
    } catch (error) {
      reportError(error);
      showTrouble(FOLLOW_UP_TEXTS.exportFailed);
    } finally {
      setBusy(false);
    }
  }
  const decided = responses.findLast((each) => each.user?.id === user.id) ?? responses.at(-1) ?? null;
  return (
    <div className={classes.foot}>
      <span className={classes.dim}>{FOLLOW_UP_TEXTS.goesOut}</span>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void report()}>
        {'DICOM SR'}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => exportFollowUpCsv(study, table, decided?.response ?? null)}>
        {'CSV'}
      </Button>
    </div>
  );
}
