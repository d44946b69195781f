import { ActionIcon, Checkbox, Collapse, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import type { StudyView } from '#model/upload-view.ts';
import { formatBytes, formatCount } from '#ui/format.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { Note } from '#ui/Note.tsx';
import { AlikeNotes, hasAlike } from './AlikeNotes.tsx';
import { isBodyPartMissing } from './before-you-process.ts';
import { BodyPartSelect } from './BodyPartSelect.tsx';
import { bodyPartFieldId, studyRowId } from './field-ids.ts';
import { KnownStudyNote } from './KnownStudyNote.tsx';
import type { KnownStudy } from './known-study.ts';
import { NameField } from './NameField.tsx';
import { RecognisingMark } from './RecognisingMark.tsx';
import { pressInRow } from './row-keys.ts';
import { SeriesRow } from './SeriesRow.tsx';
import { SeriesHead } from './SeriesHead.tsx';
import classes from './StudyCard.module.css';
import { studyMoment } from './study-moment.ts';
import { anonymizeText, shownNameText, TEXTS } from './texts.ts';
import { useUploadMarks } from './upload-marks-context.ts';
import type { ArrangeActs } from './use-arrange-acts.ts';
import type { BodyParts } from './use-body-parts.ts';
import type { ListActs } from './use-list-acts.ts';

export interface StudyCardProps {
  study: StudyView;
  bodyParts: BodyParts;
  acts: ArrangeActs;
  /** One head of columns in sight is enough for all studies of the page. */
  withHead: boolean;
  isFolded: boolean;
  onFold: (studyId: string) => void;
  listActs: ListActs;
  /** The one of its series that is in the panel beside the list. */
  lookedAtId: string | null;
  /** It leaves without names: as the person said, or as the team does it. */
  isAnonymous: boolean;
  /** Where it is already; undefined: nowhere, or nobody has said so yet. */
  known?: KnownStudy | undefined;
}

/** One study of the preview with its series. */
export const StudyCard = memo(function StudyCard(props: StudyCardProps) {
  const { study, bodyParts, acts, withHead, isFolded, onFold, listActs, lookedAtId, isAnonymous, known } = props;
  const { labels } = useUploadMarks();
  const head = useRef<HTMLDivElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const name = shownNameText(study.patientName);
  const moment = studyMoment(study.facts.studyDate, study.facts.studyTime);
  const empty = study.series.length === 0;
  const missing = isBodyPartMissing(study, bodyParts.slugs);
  const count = `${formatCount(study.series.filter((one) => one.upload).length)} of ${formatCount(study.series.length)}`;

  // Clicking a true or indeterminate study deselects all its series, a false one selects them (UPL2-060).
  const toggle = () => acts.selectStudy(study.id, study.upload === false);

  function editName() {
    nameField.current?.focus();
    nameField.current?.select();
  }

  return (
    <section className={classes.card} aria-label={name} data-study={study.id}>
      {/* For those who walk by headings: what is seen of the name is a field. */}
      <VisuallyHidden component="h2">
        <bdi>{name}</bdi>
      </VisuallyHidden>
      <div role="grid" aria-label={`Series of ${name}`} aria-multiselectable>
        <div
          ref={head}
          id={studyRowId(study.id)}
          className={classes.study}
          role="row"
          tabIndex={0}
          aria-label={`Study ${name}, ${count} series`}
          aria-keyshortcuts="E"
          data-row={study.id}
          onKeyDown={(event) =>
            pressInRow(event, {
              toggle,
              selectAll: () => listActs.selectAll(true),
              extend: (to) => listActs.extend(to, study.upload !== false),
              open: () => onFold(study.id),
              letters: { e: editName },
            })
          }
        >
          <div className={classes.head} role="gridcell">
            <ActionIcon
              className={classes.fold}
              aria-label={isFolded ? 'Unfold the study' : 'Fold the study'}
              aria-expanded={!isFolded}
              onClick={() => onFold(study.id)}
            >
              {isFolded ? <IconChevronRight size={16} stroke={1.5} /> : <IconChevronDown size={16} stroke={1.5} />}
            </ActionIcon>
            <Checkbox
              aria-label={`Upload study ${name}`}
              checked={study.upload === true}
              indeterminate={study.upload === 'indeterminate'}
              disabled={empty}
              onChange={toggle}
            />
            <CodeChip code={study.modality} name="Modality" />
            <NameField
              study={study}
              isAnonymous={isAnonymous}
              field={nameField}
              onWrite={(text) => acts.writeName(study.id, text)}
              onRestore={() => acts.restoreName(study.id)}
              onEnd={() => head.current?.focus()}
            />
            <div className={classes.second}>
              {moment !== '' && <span className={classes.moment}>{moment}</span>}
              <BodyPartSelect
                id={bodyPartFieldId(study.id)}
                bodyParts={bodyParts}
                value={study.bodyPart}
                onChoose={(slug) => acts.setBodyPart(study.id, slug)}
                name={`Body part of ${name}`}
                placeholder={TEXTS.bodyPart}
                missing={missing}
                proposed={study.bodyPartBy === 'header'}
              />
              {missing && <span className={classes.missing}>{TEXTS.missingBodyPart}</span>}
              <Checkbox
                size="xs"
                className={classes.anonymize ?? ''}
                aria-label={`${anonymizeText(study.dirty)}: ${name}`}
                label={<span aria-hidden>{anonymizeText(study.dirty)}</span>}
                checked={isAnonymous}
                onChange={(event) => acts.anonymize([study.id], event.currentTarget.checked)}
              />
              {labels({
                name,
                chosen: study.labels,
                onChoose: (label, on) => acts.chooseLabel([study.id], label, on),
              })}
              <RecognisingMark study={study} onCancel={() => acts.stopRecognising(study.id)} />
              <span className={classes.count}>
                {count}
                <span className={classes.more}> series · {formatBytes(study.bytes.selected)}</span>
              </span>
            </div>
          </div>
        </div>
        {hasAlike(study.series) && (
          <div className={classes.note} role="row">
            <div role="gridcell">
              <AlikeNotes series={study.series} />
            </div>
          </div>
        )}
        {known !== undefined && !empty && (
          <div className={classes.note} role="row">
            <div role="gridcell">
              <KnownStudyNote study={study} known={known} acts={acts} />
            </div>
          </div>
        )}
        {empty && (
          <div className={classes.note} role="row">
            <div role="gridcell">
              <Note tone="you" icon={IconAlertTriangle} title={TEXTS.emptyStudy} />
            </div>
          </div>
        )}
        {!empty && (
          <Collapse expanded={!isFolded}>
            <SeriesHead inSight={withHead} />
            {study.series.map((series) => (
              <SeriesRow
                key={series.id}
                series={series}
                refusal={isAnonymous ? series.refusal : null}
                acts={acts}
                listActs={listActs}
                isLookedAt={series.id === lookedAtId}
              />
            ))}
          </Collapse>
        )}
      </div>
    </section>
  );
});
