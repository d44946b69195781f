import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListedStudy } from '#contract/entities.ts';
import { t } from '#language/t.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { classNames } from '#ui/class-names.ts';
import { formatStudyDate } from '#ui/format.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import link from '#ui/lists/row-link.module.css';
import { Status } from '#ui/status/Status.tsx';
import { listedStatus } from './listed-study.ts';
import { SeriesThumbnail } from './SeriesThumbnail.tsx';
import classes from './StudyLinks.module.css';
import { TEXTS } from './texts.ts';

interface StudyLinksProps {
  studies: readonly ListedStudy[];
  /** At the end of a row. */
  action: (study: ListedStudy, name: string) => ReactNode;
}

/** Studies on the page of something else. A row opens its study in the list of studies. */
export function StudyLinks({ studies, action }: StudyLinksProps) {
  return (
    <ul className={classes.studies}>
      {studies.map((study) => {
        const name = patientNameToText(study.data.patientName) || TEXTS.noName;
        return (
          <li key={study.uuid} className={classNames(link.row, classes.study)} data-study={study.uuid}>
            <SeriesThumbnail series={study.series[0] ?? null} studyUuid={study.uuid} size="row" />
            <span className={classes.words}>
              <Link to="/studies-v2" search={{ study: study.uuid }} className={classNames(link.link, classes.name)}>
                <bdi>{name}</bdi>
              </Link>
              <span className={classes.about}>
                <CodeChip code={study.modality} name={t('Modality')} />
                {[formatStudyDate(study.studyDate), study.bodyPart?.title].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={classes.status}>
              <Status word={listedStatus(study)} />
            </span>
            <span className={classes.action}>{action(study, name)}</span>
          </li>
        );
      })}
    </ul>
  );
}
