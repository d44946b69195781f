import { NativeSelect } from '@mantine/core';
import { IconChevronDown, IconUserCheck } from '@tabler/icons-react';
import { AcquisitionCode } from '#contract/acquisitions.ts';
import { codesOf } from '#model/catalogues.ts';
import { isAcquisitionMissing } from '#model/process-checks.ts';
import type { SeriesView } from '#model/upload-view.ts';
import classes from './AcquisitionSelect.module.css';
import { acquisitionFieldId } from './field-ids.ts';
import { seriesName, TEXTS } from './texts.ts';
import { useCatalogues } from './use-catalogues.ts';

/**
 * What a series is taken for (UPL2-024): dashed as long as a machine says so, with how sure it is and why. Nothing where its modality has none to
 * choose from. The browser's own list: there is one in every row, letters find a code, and a finger gets a wheel.
 */
export function AcquisitionSelect({ series, onChoose }: { series: SeriesView; onChoose: (code: AcquisitionCode) => void }) {
  const { acquisitions } = useCatalogues();
  const codes = codesOf(acquisitions, series.facts.modalityCode);
  const { acquisition } = series;
  // What was recognised stays readable while the list was never read.
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
        aria-label={`${TEXTS.acquisition} of series ${seriesName(series)}`}
        aria-required={isMissing}
        aria-invalid={isMissing}
        aria-keyshortcuts="A"
        // NONE that nobody said is not shown as chosen: it could not be chosen then.
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
        {acquisition.score.toFixed(2)} <span className={classes.words}>{TEXTS.setByYou}</span>
      </span>
    );
  }
  if (isMissing) return <span className={classes.why}>{TEXTS.chooseOne}</span>;
  if (acquisition === null) return null;
  // What the device had to say speaks for another answer.
  const reasons = acquisition.by === 'server' ? [TEXTS.setByServer] : (recognised?.reasons ?? []);
  const reason = reasons[0] ?? '';
  return (
    <span className={classes.why} title={reasons.join('\n')}>
      {acquisition.score.toFixed(2)} <span className={classes.words}>{reason}</span>
    </span>
  );
}
