import { Drawer, Skeleton } from '@mantine/core';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { patientNameToText } from '#model/patient-name.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { DownloadsMenu } from './DownloadsMenu.tsx';
import { useKeepActs } from './keep-acts-context.ts';
import classes from './StudyPanel.module.css';
import { TEXTS } from './texts.ts';

interface StudyHeadProps {
  /** Null while it is on its way; `undefined` where there is none to show. */
  study: StudyDetail | null | undefined;
  series: readonly Series[];
  current: Series | null;
}

export function StudyHead({ study, series, current }: StudyHeadProps) {
  const { mark } = useKeepActs();
  const name = study ? patientNameToText(study.data.patientName) || TEXTS.noName : TEXTS.detail.ofStudy;
  return (
    <div className={classes.head}>
      {study && <CodeChip code={study.modality} name="Modality" />}
      <Drawer.Title className={classes.name ?? ''} title={name}>
        {study === null ? <Skeleton width={160} height={14} /> : <bdi>{name}</bdi>}
      </Drawer.Title>
      <div className={classes.acts}>
        {study && mark(study)}
        {study && <DownloadsMenu study={study} series={series} current={current} />}
        <Drawer.CloseButton aria-label="Close" />
      </div>
    </div>
  );
}
