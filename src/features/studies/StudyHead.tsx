import { Drawer, Skeleton } from '@mantine/core';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { StudyMenu } from './deletion/StudyMenu.tsx';
import { DownloadsMenu } from './DownloadsMenu.tsx';
import { useOfflineActions } from './offline-actions-context.ts';
import classes from './StudyPanel.module.css';
import { TEXTS } from './texts.ts';

interface StudyHeadProps {
  /** Null while loading; `undefined` if there is none. */
  study: StudyDetail | null | undefined;
  series: readonly Series[];
  current: Series | null;
}

export function StudyHead({ study, series, current }: StudyHeadProps) {
  const { mark } = useOfflineActions();
  const name = study ? patientNameToText(study.data.patientName) || TEXTS.noName : TEXTS.detail.ofStudy;
  return (
    <div className={classes.head}>
      {study && <CodeChip code={study.modality} name="Modality" />}
      <Drawer.Title className={classes.name ?? ''} title={name}>
        {study === null ? <Skeleton width={160} height={14} /> : <bdi>{name}</bdi>}
      </Drawer.Title>
      <div className={classes.actions}>
        {study && mark(study)}
        {study && <DownloadsMenu study={study} series={series} current={current} />}
        {study && <StudyMenu study={study} />}
        <Drawer.CloseButton aria-label="Close" />
      </div>
    </div>
  );
}
