import { ActionIcon, Checkbox, Collapse, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { inContext, t } from '#language/t.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { formatBytes, formatCount } from '#ui/format.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { Note } from '#ui/Note.tsx';
import { SimilarFilesNotes, hasSimilarFiles } from './SimilarFilesNotes.tsx';
import { isBodyPartMissing } from '#features/upload/process/before-you-process.ts';
import { BodyPartSelect } from '#features/upload/configuration/BodyPartSelect.tsx';
import { bodyPartFieldId, studyRowId } from '#features/upload/process/field-ids.ts';
import { KnownStudyNote } from './KnownStudyNote.tsx';
import type { KnownStudy } from './known-study.ts';
import { NameField } from '#features/upload/editing/NameField.tsx';
import { RecognisingMark } from '#features/upload/configuration/RecognisingMark.tsx';
import { pressInRow } from './row-keys.ts';
import { SeriesRow } from './SeriesRow.tsx';
import { SeriesHead } from './SeriesHead.tsx';
import classes from './StudyCard.module.css';
import { studyDateTime } from './study-date-time.ts';
import { anonymizeText, shownNameText, TEXTS } from '#features/upload/texts.ts';
import { useLabelsAndProjects } from '#features/upload/configuration/labels-and-projects-context.ts';
import type { EditActions } from '#features/upload/editing/use-edit-actions.ts';
import { useTeamSettings } from '#features/upload/configuration/use-team-settings.ts';
import type { ListActions } from './use-list-actions.ts';

export interface StudyCardProps {
  study: StudyView;
  actions: EditActions;
  /** One visible column head is enough for all studies of the page. */
  withHead: boolean;
  isFolded: boolean;
  onFold: (studyId: string) => void;
  listActions: ListActions;
  /** See SeriesRow. */
  isLong: boolean;
  /** The series that is open in the panel next to the list. */
  panelSeriesId: string | null;
  /** It is de-identified, by the user's or the team's choice. */
  isAnonymous: boolean;
  /** Where the study already exists; undefined: nowhere, or not known yet. */
  known?: KnownStudy | undefined;
}

/** One study of the preview with its series. */
export const StudyCard = memo(function StudyCard(props: StudyCardProps) {
  const { study, actions, withHead, isFolded, onFold, listActions, isLong, panelSeriesId, isAnonymous, known } = props;
  const { bodyParts } = useTeamSettings();
  const { labels } = useLabelsAndProjects();
  const head = useRef<HTMLDivElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const name = shownNameText(study.patientName);
  const moment = studyDateTime(study.facts.studyDate, study.facts.studyTime);
  const empty = study.series.length === 0;
  const missing = isBodyPartMissing(study, bodyParts.slugs);
  const count = {
    count: formatCount(study.series.filter((one) => one.upload).length),
    total: formatCount(study.series.length),
  };

  // Clicking a true or indeterminate study deselects all its series, a false one selects them (UPL2-060).
  const toggle = () => actions.selectStudy(study.id, study.upload === false);

  function editName() {
    nameField.current?.focus();
    nameField.current?.select();
  }

  return (
    <section className={classes.card} aria-label={name} data-study={study.id}>
      {/* For navigation by headings, because the visible name is a field. */}
      <VisuallyHidden component="h2">
        <bdi>{name}</bdi>
      </VisuallyHidden>
      <div role="grid" aria-label={t('Series of {name}', { name })} aria-multiselectable>
        <div
          ref={head}
          id={studyRowId(study.id)}
          className={classes.study}
          role="row"
          tabIndex={0}
          aria-label={t('Study {name}, {count} of {total} series', { name, ...count })}
          aria-keyshortcuts="E"
          data-row={study.id}
          onKeyDown={(event) =>
            pressInRow(event, {
              toggle,
              selectAll: () => listActions.selectAll(true),
              extend: (to) => listActions.extend(to, study.upload !== false),
              open: () => onFold(study.id),
              letters: { e: editName },
            })
          }
        >
          <div className={classes.head} role="gridcell">
            <ActionIcon
              className={classes.fold}
              aria-label={isFolded ? t('Unfold the study') : t('Fold the study')}
              aria-expanded={!isFolded}
              onClick={() => onFold(study.id)}
            >
              {isFolded ? <IconChevronRight size={16} stroke={1.5} /> : <IconChevronDown size={16} stroke={1.5} />}
            </ActionIcon>
            <Checkbox
              aria-label={t('Upload study {name}', { name })}
              checked={study.upload === true}
              indeterminate={study.upload === 'indeterminate'}
              disabled={empty}
              onChange={toggle}
            />
            <CodeChip code={study.modality} name={t('Modality')} />
            <NameField
              study={study}
              isAnonymous={isAnonymous}
              field={nameField}
              onWrite={(text) => actions.writeName(study.id, text)}
              onRestore={() => actions.restoreName(study.id)}
              onEnd={() => head.current?.focus()}
            />
            <div className={classes.second}>
              {moment !== '' && <span className={classes.moment}>{moment}</span>}
              <BodyPartSelect
                id={bodyPartFieldId(study.id)}
                value={study.bodyPart}
                onChoose={(slug) => actions.setBodyPart(study.id, slug)}
                name={t('Body part of {name}', { name })}
                placeholder={TEXTS.bodyPart}
                missing={missing}
                proposed={study.bodyPartBy === 'header'}
              />
              {missing && <span className={classes.missing}>{TEXTS.missingBodyPart}</span>}
              <Checkbox
                size="xs"
                aria-label={`${anonymizeText(study.dirty)}: ${name}`}
                label={<span aria-hidden>{anonymizeText(study.dirty)}</span>}
                checked={isAnonymous}
                onChange={(event) => actions.anonymize([study.id], event.currentTarget.checked)}
              />
              {labels({
                name,
                chosen: study.labels,
                onChoose: (label, on) => actions.chooseLabel([study.id], label, on),
              })}
              <RecognisingMark study={study} onCancel={() => actions.stopRecognising(study.id)} />
              <span className={classes.count}>
                {t('{count} of {total}', count)}
                <span className={classes.more}>
                  {' '}
                  {inContext('after 7 of 9', 'series')} · {formatBytes(study.bytes.selected)}
                </span>
              </span>
            </div>
          </div>
        </div>
        {hasSimilarFiles(study.series) && (
          <div className={classes.note} role="row">
            <div role="gridcell">
              <SimilarFilesNotes series={study.series} />
            </div>
          </div>
        )}
        {known !== undefined && !empty && (
          <div className={classes.note} role="row">
            <div role="gridcell">
              <KnownStudyNote study={study} known={known} actions={actions} />
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
                actions={actions}
                listActions={listActions}
                isLong={isLong}
                isLookedAt={series.id === panelSeriesId}
              />
            ))}
          </Collapse>
        )}
      </div>
    </section>
  );
});
