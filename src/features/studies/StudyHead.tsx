import { Button, Drawer, Skeleton } from '@mantine/core';
import { IconShape } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { StudyMenu } from './deletion/StudyMenu.tsx';
import { useSession } from '#ui/session-context.tsx';
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
  const { permissions } = useSession<Session>();
  const name = study ? patientNameToText(study.data.patientName) || TEXTS.noName : TEXTS.detail.ofStudy;
  return (
    <div className={classes.head}>
      {study && <CodeChip code={study.modality} name="Modality" />}
      <Drawer.Title className={classes.name ?? ''} title={name}>
        {study === null ? <Skeleton width={160} height={14} /> : <bdi>{name}</bdi>}
      </Drawer.Title>
      <div className={classes.actions}>
        {study && mark(study)}
        {study && permissions.has('r:studies:detail') && (
          <Button
            variant="default"
            leftSection={<IconShape size={16} stroke={1.5} aria-hidden />}
            renderRoot={(props) => <Link to="/serie/organize/$uuid" params={{ uuid: study.uuid }} {...props} />}
          >
            {TEXTS.detail.organize}
          </Button>
        )}
        {study && <DownloadsMenu study={study} series={series} current={current} />}
        {study && <StudyMenu study={study} />}
        <Drawer.CloseButton aria-label="Close" />
      </div>
    </div>
  );
}
