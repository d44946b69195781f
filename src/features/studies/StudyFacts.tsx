import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { StudyDetail } from '#contract/study-detail.ts';
import { formatStudyDate } from '#ui/format.ts';
import { Passage } from '#ui/status/Passage.tsx';
import { Status } from '#ui/status/Status.tsx';
import { fileCounts, listedStatus } from './listed-study.ts';
import classes from './StudyPanel.module.css';
import { provedIdenticalText, studyAsOfText, TEXTS } from './texts.ts';

/** `seenAt`: when this was read, if it may have changed since; ms. */
export function StudyFacts({ study, seenAt }: { study: StudyDetail | null; seenAt: number | null }) {
  if (study === null) {
    return (
      <div className={classes.facts} aria-hidden>
        <Skeleton width="40%" height={32} />
      </div>
    );
  }
  const status = listedStatus(study);
  const { proved, files } = fileCounts(study);
  return (
    <div className={classes.facts}>
      <dl className={classes.list}>
        <Fact name={TEXTS.detail.studyDate} value={formatStudyDate(study.meta.studyDate)} />
        <Fact name={TEXTS.detail.sex} value={study.meta.patientSex} />
        <Fact name={TEXTS.detail.bodyPart} value={study.bodyPart?.title ?? ''} />
        {study.patient !== undefined && (
          <div>
            <dt>{TEXTS.detail.patient}</dt>
            <dd>
              <Link to="/patients/$uuid" params={{ uuid: study.patient }}>
                {TEXTS.detail.allOfPatient}
              </Link>
            </dd>
          </div>
        )}
      </dl>
      <div className={classes.proof}>
        <span className={classes.status}>
          <Status word={status} />
          <Passage word={status} {...(status === 'failed' ? { failedAt: 5 as const } : {})} />
        </span>
        <span className={classes.proved}>{provedIdenticalText(proved, files)}</span>
        {seenAt !== null && <span className={classes.proved}>{studyAsOfText(seenAt)}</span>}
      </div>
    </div>
  );
}

/** Unknown facts are left out. */
function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
