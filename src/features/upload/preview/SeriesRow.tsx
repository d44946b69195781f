import { memo, use, useRef, useState, type CSSProperties, type MouseEvent } from 'react';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { useNearViewport } from '#ui/browser/use-near-viewport.ts';
import { isNumberMissing } from '#features/upload/process/before-you-process.ts';
import { acquisitionFieldId, projectFieldId, seriesRowId } from '#features/upload/process/field-ids.ts';
import { OpenPanelContext } from '#features/upload/pictures/series-panel-context.ts';
import { pressInRow } from './row-keys.ts';
import { SeriesCells } from './SeriesCells.tsx';
import classes from './SeriesRow.module.css';
import { seriesName } from '#features/upload/texts.ts';
import { useHasAcquisitions } from '#features/upload/configuration/use-team-settings.ts';
import type { EditActions } from '#features/upload/editing/use-edit-actions.ts';
import type { ListActions } from './use-list-actions.ts';

interface SeriesRowProps {
  series: SeriesView;
  /** Why it cannot be de-identified; null if it can, or need not be. */
  refusal: SeriesView['refusal'];
  actions: EditActions;
  listActions: ListActions;
  /** The list is long, so a new row is drawn only near the viewport. Rows already drawn stay when it becomes long. */
  isLong: boolean;
  /** It is open in the panel next to the list. */
  isLookedAt: boolean;
}

/** One series of the preview: its selection, its picture, its data. Its keys work anywhere in the row. */
export const SeriesRow = memo(function SeriesRow({ series, refusal, actions, listActions, isLong, isLookedAt }: SeriesRowProps) {
  const lookAt = use(OpenPanelContext);
  const hasAcquisitions = useHasAcquisitions();
  const [chosenSlice, setChosenSlice] = useState<number | null>(null);
  const [isMoving, setMoving] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const [waitsUntilNear] = useState(isLong);
  // The panel links to rows with missing input, so they are always drawn.
  const isDrawn = useNearViewport(row, !waitsUntilNear || isNumberMissing(series));
  // Files still being read may move the middle; a slice that the user chose stays.
  const slice = Math.min(chosenSlice ?? series.defaultSlice, Math.max(0, series.slices - 1));

  function toggle(event?: MouseEvent) {
    if (series.valid) listActions.select(series, !series.upload, event?.shiftKey ?? false);
  }

  function moveSlice(by: number) {
    setChosenSlice(Math.min(series.slices - 1, Math.max(0, slice + by)));
  }

  const lookHere = () => lookAt({ seriesId: series.id, slice });
  const enterAcquisition = () => document.getElementById(acquisitionFieldId(series.id))?.focus();
  const enterProject = () => document.getElementById(projectFieldId(series.id))?.focus();
  const toggleReference = () => actions.markReference(series.id, !series.isReference);

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
          selectAll: () => listActions.selectAll(true),
          extend: (to) => listActions.extend(to, series.upload),
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
          onWriteNumber={(number) => actions.writeNumber(series.id, number)}
          onEndNumber={() => row.current?.focus()}
          onChooseAcquisition={(code) => actions.chooseAcquisition([series.id], code)}
          onChooseProject={(project) => actions.chooseProject([series.id], project)}
          moving={isMoving ? { targets: listActions.targetsOf(series.id), move: actions.move, end: () => setMoving(false) } : null}
        />
      ) : (
        <div role="gridcell">{seriesName(series)}</div>
      )}
    </div>
  );
});
