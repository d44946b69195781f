import { Link } from '@tanstack/react-router';
import type { PatientDetail } from '#contract/patients.ts';
import { t } from '#language/t.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import { formatStudyDate } from '#ui/format.ts';
import { AnnotatorIcon } from '#ui/AnnotatorIcon.tsx';
import { CodeChip } from '#ui/CodeChip.tsx';
import { Status } from '#ui/status/Status.tsx';
import { listedStatus, type Study } from '#features/studies/listed-study.ts';
import { SeriesThumbnail } from '#features/studies/SeriesThumbnail.tsx';
import { seriesText } from '#features/studies/texts.ts';
import { ageAt } from './age-at.ts';
import classes from './Patients.module.css';
import { ageText, newestFirstText, TEXTS } from './texts.ts';

/** How many series a row shows. */
const PICTURES = 3;

/** The studies of a patient. A row opens its study. */
export function PatientStudies({ patient }: { patient: PatientDetail }) {
  return (
    <section className={classes.card} aria-labelledby="patient-studies">
      <div className={classes.cardHead}>
        <h2 id="patient-studies" className={classes.cardTitle}>
          {TEXTS.studies}
        </h2>
        <span className={classes.note}>{newestFirstText(patient.studies)}</span>
      </div>
      <ul className={classes.studies}>
        {patient.list.map((study) => (
          <li key={study.uuid} className={classes.row}>
            <Link to="/studies-v2" search={{ study: study.uuid }} className={classes.study}>
              <StudyDate study={study} birthDate={patient.birthDate} />
              <span className={classes.pictures}>
                {study.series.slice(0, PICTURES).map((series) => (
                  <SeriesThumbnail key={series.uuid} series={series} studyUuid={study.uuid} size="list" />
                ))}
              </span>
              <span className={classes.about}>
                <CodeChip code={study.modality} name={t('Modality')} />
                <span className={classes.what}>
                  {study.bodyPart !== null && <span className={classes.bodyPart}>{study.bodyPart.title}</span>}
                  <span className={classes.note}>{seriesText(study.series.length)}</span>
                </span>
              </span>
              <span className={classes.status}>
                <Status word={listedStatus(study)} />
              </span>
            </Link>
            <AnnotatorIcon href={annotatorPath(study)} name={formatStudyDate(study.studyDate) || study.modality} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function StudyDate({ study, birthDate }: { study: Study; birthDate: string }) {
  const age = ageAt(birthDate, study.studyDate);
  return (
    <span className={classes.when}>
      <span className={classes.date}>{formatStudyDate(study.studyDate) || '–'}</span>
      {age !== null && <span className={classes.note}>{ageText(age)}</span>}
    </span>
  );
}
