import { NativeSelect } from '@mantine/core';
import { IconChevronDown, IconUserCheck } from '@tabler/icons-react';
import { AcquisitionCode } from '#contract/acquisitions.ts';
import { t, translated } from '#language/t.ts';
import { codesOf } from '#model/studies/catalogues.ts';
import { isAcquisitionMissing } from '#model/studies/process-checks.ts';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { formatDecimal } from '#ui/format.ts';
import classes from './AcquisitionSelect.module.css';
import { acquisitionFieldId } from '#features/upload/process/field-ids.ts';
import { seriesName, TEXTS } from '#features/upload/texts.ts';
import { useTeamSettings } from './use-team-settings.ts';

/**
 * The acquisition of a series (UPL2-024): dashed while it is recognised automatically, with confidence and reasons. Nothing if its modality
 * has none to choose from. A native select, because every row has one, letters find a code, and touch devices show a wheel.
 */
export function AcquisitionSelect({ series, onChoose }: { series: SeriesView; onChoose: (code: AcquisitionCode) => void }) {
  const { acquisitions } = useTeamSettings();
  const codes = codesOf(acquisitions, series.facts.modalityCode);
  const { acquisition } = series;
  // A recognised acquisition stays readable if the list was never read.
  const shown = acquisition === null || codes.includes(acquisition.code) ? codes : [...codes, acquisition.code];
  if (shown.length === 0) return null;
  const isMissing = isAcquisitionMissing(series, acquisitions);

  function choose(value: string) {
    const { data } = AcquisitionCode.safeParse(value);
    if (data !== undefined) onChoose(data);
  }

  return (
    <div className={classes.acquisition} data-missing={isMissing || undefined} data-decided={acquisition?.by === 'person' || undefined}>
      <NativeSelect
        id={acquisitionFieldId(series.id)}
        classNames={{ input: classes.input ?? '' }}
        size="xs"
        aria-label={t('Acquisition of series {name}', { name: seriesName(series) })}
        aria-required={isMissing}
        aria-invalid={isMissing}
        aria-keyshortcuts="A"
        // A NONE that nobody chose is not shown as chosen: otherwise it could not be chosen.
        value={isMissing ? '' : (acquisition?.code ?? '')}
        rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {(isMissing || acquisition === null) && (
          <option value="" disabled>
            {TEXTS.chooseAcquisition}
          </option>
        )}
        {shown.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </NativeSelect>
      <Why series={series} isMissing={isMissing} />
    </div>
  );
}

function Why({ series: { acquisition, recognised }, isMissing }: { series: SeriesView; isMissing: boolean }) {
  if (acquisition?.by === 'person') {
    return (
      <span className={classes.why}>
        <IconUserCheck size={13} stroke={1.75} aria-hidden />
        {formatDecimal(acquisition.score, 2)} <span className={classes.words}>{TEXTS.setByYou}</span>
      </span>
    );
  }
  if (isMissing) return <span className={classes.why}>{TEXTS.chooseOne}</span>;
  if (acquisition === null) return null;
  // The reasons of the device support a different answer.
  const reasons = acquisition.by === 'server' ? [TEXTS.setByServer] : (recognised?.reasons ?? []).map(translated);
  const reason = reasons[0] ?? '';
  return (
    <span className={classes.why} title={reasons.join('\n')}>
      {formatDecimal(acquisition.score, 2)} <span className={classes.words}>{reason}</span>
    </span>
  );
}
