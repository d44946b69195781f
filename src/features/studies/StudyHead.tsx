import { Drawer, Skeleton } from '@mantine/core';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { patientNameToText } from '#model/patient-name.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { DownloadsMenu } from './DownloadsMenu.tsx';
import { useKeepActs } from './keep-acts-context.ts';
import classes from './StudyPanel.module.css';
import { TEXTS } from './texts.ts';

interface StudyHeadProps {
  /** Null while it is on its way, or not there. */
  study: StudyDetail | null;
  series: readonly Series[];
  current: Series | null;
}

export function StudyHead({ study, series, current }: StudyHeadProps) {
  const { mark } = useKeepActs();
  const name = study === null ? '' : patientNameToText(study.data.patientName) || TEXTS.noName;
  return (
    <header className={classes.head}>
      {study !== null && <CodeChip code={study.modality} name="Modality" />}
      <Drawer.Title className={classes.name ?? ''} title={name}>
        {study === null ? <Skeleton width={160} height={14} /> : <bdi>{name}</bdi>}
      </Drawer.Title>
      <div className={classes.acts}>
        {study !== null && mark(study)}
        {study !== null && <DownloadsMenu study={study} series={series} current={current} />}
        <Drawer.CloseButton aria-label="Close" />
      </div>
    </header>
  );
}
