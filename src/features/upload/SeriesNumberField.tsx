import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { textToSeriesNumber } from '#model/series-number.ts';
import type { SeriesView } from '#model/upload-view.ts';
import { isNumberMissing } from './before-you-process.ts';
import { seriesNumberFieldId } from './field-ids.ts';
import classes from './SeriesNumberField.module.css';
import { TEXTS } from './texts.ts';

interface SeriesNumberFieldProps {
  series: SeriesView;
  onWrite: (number: number | '') => void;
  /** The focus goes back to the row. */
  onEnd: () => void;
}

/** The number of a series, changed where it stands. Only what can be one can be written; left empty it is asked for (UPL2-021, 022). */
export function SeriesNumberField({ series, onWrite, onEnd }: SeriesNumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  /** What was kept, until the live view says the same. */
  const [kept, setKept] = useState<string | null>(null);
  const isGivenUp = useRef(false);
  const saved = series.number === null ? '' : String(series.number);
  const isMissing = draft === null && kept === null && isNumberMissing(series);

  useEffect(() => setKept(null), [series]);

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    isGivenUp.current = event.key === 'Escape';
    onEnd();
  }

  function leave() {
    const number = draft === null || isGivenUp.current ? null : textToSeriesNumber(draft);
    if (number !== null && String(number) !== saved) {
      setKept(String(number));
      onWrite(number);
    }
    isGivenUp.current = false;
    setDraft(null);
  }

  return (
    <input
      id={seriesNumberFieldId(series.id)}
      className={classes.number}
      aria-label={`Number of series ${series.facts.seriesDescription || TEXTS.noDescription}`}
      aria-invalid={isMissing || undefined}
      aria-required={series.upload}
      title={isMissing ? TEXTS.missingNumber : undefined}
      inputMode="numeric"
      autoComplete="off"
      size={Math.max(2, (draft ?? kept ?? saved).length)}
      value={draft ?? kept ?? saved}
      onFocus={(event) => {
        setDraft(saved);
        event.currentTarget.select();
      }}
      onChange={(event) => textToSeriesNumber(event.currentTarget.value) !== null && setDraft(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={leave}
    />
  );
}
