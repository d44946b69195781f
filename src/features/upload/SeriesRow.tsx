import { Checkbox } from '@mantine/core';
import { memo, use, useRef, useState, type CSSProperties, type MouseEvent } from 'react';
import type { SeriesView } from '#model/upload-view.ts';
import { formatBytes } from '#ui/format.ts';
import { Status } from '#ui/Status.tsx';
import { SliceSlider } from '#ui/upload/SliceSlider.tsx';
import { isTile } from '#workers/preview/types.ts';
import { LookAtContext } from './looked-at.ts';
import type { MoveTarget } from './move-targets.ts';
import { MoveRowMenu } from './MoveRowMenu.tsx';
import { noPictureText } from './no-picture-text.ts';
import { ReferenceButton } from './ReferenceButton.tsx';
import { pressInRow } from './row-keys.ts';
import { SeriesNumberField } from './SeriesNumberField.tsx';
import classes from './SeriesRow.module.css';
import { seriesSize } from './series-size.ts';
import { WalkableThumbnail } from './Thumbnail.tsx';
import { seriesName, TEXTS, sliceSpoken } from './texts.ts';
import type { ArrangeActs } from './use-arrange-acts.ts';
import { useTile } from './use-previewer.tsx';

interface SeriesRowProps {
  series: SeriesView;
  acts: ArrangeActs;
  /** `range`: from the row that was touched last to this one. */
  onSelect: (series: SeriesView, upload: boolean, range: boolean) => void;
  onSelectAll: () => void;
  /** Takes the row that has the focus now, a study or a series. */
  onExtend: (to: HTMLElement, upload: boolean) => void;
  targetsOf: (seriesId: string) => MoveTarget[];
}

/** One series of the preview: whether it goes, what it looks like, what it is. */
export const SeriesRow = memo(function SeriesRow({ series, acts, onSelect, onSelectAll, onExtend, targetsOf }: SeriesRowProps) {
  const lookAt = use(LookAtContext);
  const [chosenSlice, setChosenSlice] = useState<number | null>(null);
  const [isMoving, setMoving] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  // Files that are still read may move the middle; a slice that a person chose stays.
  const slice = Math.min(chosenSlice ?? series.defaultSlice, Math.max(0, series.slices - 1));
  const tile = useTile(series.id, slice, slice === series.defaultSlice, series.slices);
  const noTile = tile !== undefined && !isTile(tile) ? tile : null;
  const description = series.facts.seriesDescription || TEXTS.noDescription;
  const name = seriesName(series);

  function toggle(event?: MouseEvent) {
    if (series.valid) onSelect(series, !series.upload, event?.shiftKey ?? false);
  }

  function moveSlice(by: number) {
    setChosenSlice(Math.min(series.slices - 1, Math.max(0, slice + by)));
  }

  const lookHere = () => lookAt({ seriesId: series.id, slice });
  const toggleReference = () => acts.markReference(series.id, !series.isReference);

  return (
    <div
      ref={row}
      className={classes.row}
      role="row"
      tabIndex={0}
      aria-label={name}
      aria-selected={series.upload}
      aria-keyshortcuts="R M"
      data-row={series.id}
      data-series={series.id}
      data-skipped={!series.upload || undefined}
      style={{ '--digits': series.number === null ? 3 : String(series.number).length } as CSSProperties}
      onKeyDown={(event) =>
        pressInRow(event, {
          toggle,
          moveSlice,
          selectAll: onSelectAll,
          extend: (to) => onExtend(to, series.upload),
          open: lookHere,
          letters: { r: toggleReference, m: () => setMoving(true), v: lookHere },
        })
      }
    >
      <div className={classes.check} role="gridcell">
        <Checkbox
          aria-label={`Upload series ${name}`}
          checked={series.upload}
          disabled={!series.valid}
          onClick={toggle}
          onChange={nothing}
        />
      </div>
      <div className={classes.thumbnail} role="gridcell">
        <WalkableThumbnail series={series} slice={slice} sizePx={60} tile={tile} onSlice={setChosenSlice} />
      </div>
      <div className={classes.number} role="gridcell">
        <SeriesNumberField series={series} onWrite={(number) => acts.writeNumber(series.id, number)} onEnd={() => row.current?.focus()} />
      </div>
      <div className={classes.what} role="gridcell">
        <div className={classes.description} data-none={series.facts.seriesDescription === '' || undefined} title={description}>
          <bdi>{description}</bdi>
        </div>
        <div className={classes.size}>
          {seriesSize(series.facts)}
          <span className={classes.inlineBytes}> · {formatBytes(series.bytes.total)}</span>
        </div>
        {noTile && <div className={classes.noPicture}>{noPictureText(noTile)}</div>}
        {/* Other slices may have a picture; of one that has none there is nothing to walk through. */}
        {(noTile === null || series.slices > 1) && (
          <div className={classes.slider}>
            <SliceSlider
              slice={slice}
              slices={series.slices}
              onSlice={setChosenSlice}
              label={`Slice of series ${name}`}
              spoken={sliceSpoken}
            />
          </div>
        )}
      </div>
      <div className={classes.reference} role="gridcell">
        <ReferenceButton series={series} onToggle={toggleReference} />
      </div>
      <div className={classes.bytes} role="gridcell">
        {formatBytes(series.bytes.total)}
      </div>
      <div className={classes.status} role="gridcell">
        <Status word={series.status} />
        {isMoving && <MoveRowMenu targets={targetsOf(series.id)} onMove={acts.move} onClose={() => setMoving(false)} />}
      </div>
    </div>
  );
});

/** The click is what counts: it knows whether Shift was held. A change without a handler would be read-only to React. */
function nothing() {}
