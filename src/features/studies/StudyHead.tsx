import { Button, Drawer, Skeleton } from '@mantine/core';
import { IconExternalLink, IconShape } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { OPEN_ANNOTATOR, OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
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
      {study && <CodeChip code={study.modality} name={t('Modality')} />}
      <Drawer.Title className={classes.name ?? ''} title={name}>
        {study === null ? <Skeleton width={160} height={14} /> : <bdi>{name}</bdi>}
      </Drawer.Title>
      <div className={classes.actions}>
        {study && mark(study)}
        {study && permissions.has('r:studies:detail') && (
          <Button
            variant="default"
            className={classes.act ?? ''}
            classNames={{ label: classes.actLabel ?? '' }}
            aria-label={TEXTS.detail.organize}
            title={TEXTS.detail.organize}
            renderRoot={(props) => <Link to="/serie/organize/$uuid" params={{ uuid: study.uuid }} {...props} />}
          >
            <IconShape size={16} stroke={1.5} aria-hidden />
            <span className={classes.actWord}>{TEXTS.detail.organize}</span>
          </Button>
        )}
        {study && (
          <Button
            component="a"
            className={classes.act ?? ''}
            classNames={{ label: classes.actLabel ?? '' }}
            href={annotatorPath(study)}
            aria-label={OPEN_ANNOTATOR}
            title={OPEN_ANNOTATOR}
            {...OPENS_ANNOTATOR}
          >
            <IconExternalLink size={16} stroke={1.5} aria-hidden />
            <span className={classes.actWord}>{OPEN_ANNOTATOR}</span>
          </Button>
        )}
        {study && <DownloadsMenu study={study} series={series} current={current} />}
        {study && <StudyMenu study={study} />}
        <Drawer.CloseButton aria-label={t('Close')} />
      </div>
    </div>
  );
}
