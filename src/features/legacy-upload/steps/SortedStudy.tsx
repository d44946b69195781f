import { Checkbox, Select, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { BatchResult, BatchSeries } from '#contract/batch.ts';
import type { Category } from '#contract/entities.ts';
import { t } from '#language/t.ts';
import { mayConvert, type LegacyChoice } from '#model/uploads/legacy-upload.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { sliceThicknessText } from '#ui/upload/slice-thickness.ts';
import { SeriesPicture } from './SeriesPicture.tsx';
import classes from './SortedStep.module.css';
import { TEXTS } from '#features/legacy-upload/texts.ts';

type Study = BatchResult['studies'][number];

interface SortedStudyProps {
  session: string;
  study: Study;
  choice: LegacyChoice;
  categories: readonly Category[] | null;
  /** Process was pressed while its body part was not chosen. */
  isMissing: boolean;
  onCheck: (uploadIds: readonly string[], isChecked: boolean) => void;
  onBodyPart: (slug: string) => void;
}

/** A study as the server sorted it: its body part, and which of its series are to be converted (LEG-020 to 022, 024). */
export function SortedStudy({ session, study, choice, categories, isMissing, onCheck, onBodyPart }: SortedStudyProps) {
  const name = nameOf(study);
  const checkable = study.series.filter(mayConvert).map((series) => series.upload_id);
  const checked = checkable.filter((id) => choice.checked.includes(id));
  return (
    <section className={classes.study} aria-label={name} data-sorted-study={study.uuid}>
      <header className={classes.head}>
        <Checkbox
          aria-label={TEXTS.checkStudy(name)}
          checked={checked.length > 0 && checked.length === checkable.length}
          indeterminate={checked.length > 0 && checked.length < checkable.length}
          disabled={checkable.length === 0}
          onChange={(event) => onCheck(checkable, event.currentTarget.checked)}
        />
        <CodeChip code={study.modality} name={study.modality} />
        <bdi className={classes.name} title={name}>
          {name}
        </bdi>
        {study.exists && (
          // If there is space the tooltip's text is shown next to it; it is always announced.
          <>
            <Tooltip label={TEXTS.exists}>
              <span className={classes.duplicate}>
                <IconCopy size={13} stroke={1.75} aria-hidden />
                {TEXTS.duplicate}
              </span>
            </Tooltip>
            <span className={classes.exists}>{TEXTS.exists}</span>
          </>
        )}
        <Select
          className={classes.bodyPart ?? ''}
          size="xs"
          aria-label={TEXTS.bodyPartOf(name)}
          placeholder={TEXTS.bodyPart}
          data={(categories ?? []).map(({ slug, title }) => ({ value: slug, label: title }))}
          value={choice.bodyParts[study.uuid] ?? null}
          onChange={(slug) => slug !== null && onBodyPart(slug)}
          searchable
          allowDeselect={false}
          nothingFoundMessage={categories === null ? TEXTS.bodyPartsUnknown : TEXTS.nothingElse}
          aria-invalid={isMissing}
          wrapperProps={{ 'data-missing': isMissing || undefined }}
          comboboxProps={{ withinPortal: true }}
        />
      </header>
      <ul className={classes.list}>
        {study.series.toSorted(byNumber).map((series) => (
          <SortedSeries
            key={series.upload_id}
            session={session}
            series={series}
            isChecked={choice.checked.includes(series.upload_id)}
            onCheck={(isChecked) => onCheck([series.upload_id], isChecked)}
          />
        ))}
      </ul>
    </section>
  );
}

interface SortedSeriesProps {
  session: string;
  series: BatchSeries;
  isChecked: boolean;
  onCheck: (isChecked: boolean) => void;
}

function SortedSeries({ session, series, isChecked, onCheck }: SortedSeriesProps) {
  const mayGo = mayConvert(series);
  const title = series.seriesDescription || series.modalityCode || TEXTS.noName;
  const slices = Math.max(series.cnt, series.numberOfFrames);
  return (
    <li className={classes.series} data-fixed={!mayGo || undefined} data-sorted-series={series.upload_id}>
      <Checkbox
        aria-label={`${series.seriesNumber} ${title}`.trim()}
        checked={mayGo && isChecked}
        disabled={!mayGo}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <SeriesPicture session={session} series={series} label={title} />
      <span className={classes.number}>{series.seriesNumber}</span>
      <span className={classes.title}>
        <bdi className={classes.name} title={title}>
          {title}
        </bdi>
        {(series.imageComments !== '' || !mayGo) && (
          <span className={classes.note}>{mayGo ? series.imageComments : TEXTS.notOneVolume}</span>
        )}
      </span>
      <span className={classes.size}>{series.rows > 0 && `${series.columns} × ${series.rows}`}</span>
      <span className={classes.thickness}>{series.sliceThickness === null ? '' : sliceThicknessText(series.sliceThickness)}</span>
      <span className={classes.slices}>{t('{slices} img', { slices })}</span>
    </li>
  );
}

/** By the number in the files; series without a number last. */
function byNumber(a: BatchSeries, b: BatchSeries): number {
  const place = ({ seriesNumber }: BatchSeries) => (seriesNumber === '' ? Number.POSITIVE_INFINITY : Number(seriesNumber));
  return place(a) - place(b) || 0;
}

export function nameOf({ patientName }: Pick<Study, 'patientName'>): string {
  return patientNameToText(patientName) || TEXTS.noName;
}
