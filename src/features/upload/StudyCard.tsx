import { ActionIcon, Checkbox, Collapse } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { SeriesView, StudyView } from '#model/upload-view.ts';
import { formatBytes, formatCount } from '#ui/format.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { Note } from '#ui/Note.tsx';
import { isBodyPartMissing } from './before-you-process.ts';
import { BodyPartSelect } from './BodyPartSelect.tsx';
import { idsBetween } from './select-range.ts';
import { SeriesRow } from './SeriesRow.tsx';
import { SeriesHead } from './SeriesHead.tsx';
import classes from './StudyCard.module.css';
import { studyMoment } from './study-moment.ts';
import { shownNameText, TEXTS } from './texts.ts';
import type { BodyParts } from './use-body-parts.ts';

interface StudyCardProps {
  study: StudyView;
  bodyParts: BodyParts;
  /** One head of columns in sight is enough for all studies of the page. */
  withHead: boolean;
  onSelectStudy: (studyId: string, upload: boolean) => void;
  onSelectSeries: (seriesIds: readonly string[], upload: boolean) => void;
  onBodyPart: (studyId: string, slug: string | null) => void;
}

/** The place that 'Before you process' leads to. */
export function bodyPartFieldId(studyId: string): string {
  return `body-part-${studyId}`;
}

/** One study of the preview with its series. */
export function StudyCard({ study, bodyParts, withHead, onSelectStudy, onSelectSeries, onBodyPart }: StudyCardProps) {
  const [open, setOpen] = useState(true);
  const lastTouched = useRef<string | null>(null);
  const name = shownNameText(study.facts.patientName);
  const moment = studyMoment(study.facts.studyDate, study.facts.studyTime);
  const empty = study.series.length === 0;
  const missing = isBodyPartMissing(study, bodyParts.slugs);

  function selectSeries(series: SeriesView, upload: boolean, range: boolean) {
    const ids = study.series.filter((one) => one.valid).map((one) => one.id);
    onSelectSeries(range ? idsBetween(ids, lastTouched.current, series.id) : [series.id], upload);
    lastTouched.current = series.id;
  }

  return (
    <section className={classes.card} aria-label={name} data-study={study.id}>
      <header className={classes.head}>
        <ActionIcon
          className={classes.fold}
          aria-label={open ? 'Fold the study' : 'Unfold the study'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronDown size={16} stroke={1.5} /> : <IconChevronRight size={16} stroke={1.5} />}
        </ActionIcon>
        <Checkbox
          aria-label={`Upload study ${name}`}
          checked={study.upload === true}
          indeterminate={study.upload === 'indeterminate'}
          disabled={empty}
          // Clicking a true or indeterminate study deselects all its series, a false one selects them (UPL2-060).
          onChange={() => onSelectStudy(study.id, study.upload === false)}
        />
        <CodeChip code={study.modality} name="Modality" />
        <h2 className={classes.name} title={name}>
          <bdi>{name}</bdi>
        </h2>
        <span className={classes.count}>
          {`${formatCount(study.series.filter((one) => one.upload).length)} of ${formatCount(study.series.length)} series · ${formatBytes(study.bytes.selected)}`}
        </span>
        <div className={classes.second}>
          {moment !== '' && <span className={classes.moment}>{moment}</span>}
          <BodyPartSelect
            id={bodyPartFieldId(study.id)}
            bodyParts={bodyParts}
            value={study.bodyPart}
            onChoose={(slug) => onBodyPart(study.id, slug)}
            name={`Body part of ${name}`}
            placeholder={TEXTS.bodyPart}
            missing={missing}
            proposed={study.bodyPartBy === 'header'}
          />
          {missing && <span className={classes.missing}>{TEXTS.missingBodyPart}</span>}
        </div>
      </header>
      {empty && (
        <div className={classes.empty}>
          <Note tone="you" icon={IconAlertTriangle} title={TEXTS.emptyStudy} />
        </div>
      )}
      <Collapse expanded={open}>
        <div role="grid" aria-label={`Series of ${name}`} aria-multiselectable>
          {!empty && <SeriesHead inSight={withHead} />}
          {study.series.map((series) => (
            <SeriesRow key={series.id} series={series} onSelect={selectSeries} />
          ))}
        </div>
      </Collapse>
    </section>
  );
}
