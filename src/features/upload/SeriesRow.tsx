import { memo, use, useRef, useState, type CSSProperties, type MouseEvent } from 'react';
import type { SeriesView } from '#model/upload-view.ts';
import { useCameNear } from '#ui/use-came-near.ts';
import { isNumberMissing } from './before-you-process.ts';
import { acquisitionFieldId, projectFieldId, seriesRowId } from './field-ids.ts';
import { LookAtContext } from './looked-at.ts';
import { pressInRow } from './row-keys.ts';
import { SeriesCells } from './SeriesCells.tsx';
import classes from './SeriesRow.module.css';
import { seriesName } from './texts.ts';
import { useHasAcquisitions } from './use-catalogues.ts';
import type { ArrangeActs } from './use-arrange-acts.ts';
import type { ListActs } from './use-list-acts.ts';

interface SeriesRowProps {
  series: SeriesView;
  /** Why nothing of it may leave without names; null where it may, or need not. */
  refusal: SeriesView['refusal'];
  acts: ArrangeActs;
  listActs: ListActs;
  /** It is the one in the panel beside the list. */
  isLookedAt: boolean;
}

/** One series of the preview: whether it goes, what it looks like, what it is. Its keys work wherever it stands. */
export const SeriesRow = memo(function SeriesRow({ series, refusal, acts, listActs, isLookedAt }: SeriesRowProps) {
  const lookAt = use(LookAtContext);
  const hasAcquisitions = useHasAcquisitions();
  const [chosenSlice, setChosenSlice] = useState<number | null>(null);
  const [isMoving, setMoving] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const [waitsUntilNear] = useState(listActs.isLong);
  // One that has something to settle is where the panel leads to, however far.
  const isDrawn = useCameNear(row, !waitsUntilNear || isNumberMissing(series));
  // Files that are still read may move the middle; a slice that a person chose stays.
  const slice = Math.min(chosenSlice ?? series.defaultSlice, Math.max(0, series.slices - 1));

  function toggle(event?: MouseEvent) {
    if (series.valid) listActs.select(series, !series.upload, event?.shiftKey ?? false);
  }

  function moveSlice(by: number) {
    setChosenSlice(Math.min(series.slices - 1, Math.max(0, slice + by)));
  }

  const lookHere = () => lookAt({ seriesId: series.id, slice });
  const enterAcquisition = () => document.getElementById(acquisitionFieldId(series.id))?.focus();
  const enterProject = () => document.getElementById(projectFieldId(series.id))?.focus();
  const toggleReference = () => acts.markReference(series.id, !series.isReference);

  return (
    <div
      ref={row}
      id={seriesRowId(series.id)}
      className={classes.row}
      role="row"
      tabIndex={0}
      aria-label={seriesName(series)}
      aria-selected={series.upload}
      aria-current={isLookedAt || undefined}
      aria-keyshortcuts="A R P M"
      data-row={series.id}
      data-series={series.id}
      data-skipped={!series.upload || undefined}
      data-acquisitions={hasAcquisitions || undefined}
      style={{ '--digits': series.number === null ? 3 : String(series.number).length } as CSSProperties}
      onKeyDown={(event) =>
        pressInRow(event, {
          toggle,
          moveSlice,
          selectAll: () => listActs.selectAll(true),
          extend: (to) => listActs.extend(to, series.upload),
          open: lookHere,
          letters: { a: enterAcquisition, r: toggleReference, p: enterProject, m: () => setMoving(true), v: lookHere },
        })
      }
    >
      {isDrawn ? (
        <SeriesCells
          series={series}
          refusal={refusal}
          slice={slice}
          onSlice={setChosenSlice}
          onToggle={toggle}
          onToggleReference={toggleReference}
          onWriteNumber={(number) => acts.writeNumber(series.id, number)}
          onEndNumber={() => row.current?.focus()}
          onChooseAcquisition={(code) => acts.chooseAcquisition([series.id], code)}
          onChooseProject={(project) => acts.chooseProject([series.id], project)}
          moving={isMoving ? { targets: listActs.targetsOf(series.id), move: acts.move, end: () => setMoving(false) } : null}
        />
      ) : (
        <div role="gridcell">{seriesName(series)}</div>
      )}
    </div>
  );
});
