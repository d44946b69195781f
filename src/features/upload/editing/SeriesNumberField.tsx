import { useRef, type KeyboardEvent } from 'react';
import { t } from '#language/t.ts';
import { textToSeriesNumber } from '#model/studies/series-number.ts';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { seriesNumberFieldId } from '#features/upload/process/field-ids.ts';
import classes from './SeriesNumberField.module.css';
import { TEXTS } from '#features/upload/texts.ts';
import { useDraftText } from './use-draft-text.ts';

interface SeriesNumberFieldProps {
  series: SeriesView;
  onWrite: (number: number | '') => void;
  /** The focus returns to the row. */
  onEnd: () => void;
}

/** The number of a series, edited in place. Accepts only valid input; empty, it is reported as missing (UPL2-021, 022). */
export function SeriesNumberField({ series, onWrite, onEnd }: SeriesNumberFieldProps) {
  const text = useDraftText(series.number === null ? '' : String(series.number));
  const isGivenUp = useRef(false);
  const isMissing = series.upload && text.draft === null && text.standing === '';

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    isGivenUp.current = event.key === 'Escape';
    onEnd();
  }

  function leave() {
    const number = text.draft === null || isGivenUp.current ? null : textToSeriesNumber(text.draft);
    isGivenUp.current = false;
    if (number === null || String(number) === text.standing) return text.end();
    text.end(String(number));
    onWrite(number);
  }

  return (
    <input
      id={seriesNumberFieldId(series.id)}
      className={classes.number}
      aria-label={t('Number of series {name}', { name: series.facts.seriesDescription || TEXTS.noDescription })}
      aria-invalid={isMissing || undefined}
      aria-required={series.upload}
      title={isMissing ? TEXTS.missingNumber : undefined}
      inputMode="numeric"
      autoComplete="off"
      size={Math.max(2, text.shown.length)}
      value={text.shown}
      onFocus={(event) => {
        text.begin();
        event.currentTarget.select();
      }}
      onChange={(event) => textToSeriesNumber(event.currentTarget.value) !== null && text.write(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={leave}
    />
  );
}
