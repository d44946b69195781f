import { UnstyledButton } from '@mantine/core';
import { use, useState, type MouseEvent, type PointerEvent, type WheelEvent } from 'react';
import { t } from '#language/t.ts';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { TileCanvas } from '#ui/upload/TileCanvas.tsx';
import { isTile, type NoPreview, type Tile, type TileWindow } from '#workers/preview/types.ts';
import { OpenPanelContext } from './series-panel-context.ts';
import { noPictureText } from './no-picture-text.ts';
import { HoverPreview } from './HoverPreview.tsx';
import { TEXTS, sliceSpoken } from '#features/upload/texts.ts';
import classes from './Thumbnail.module.css';
import { useTile } from './use-previewer.tsx';
import { WindowDrag } from './window-drag.ts';

interface ThumbnailProps {
  series: SeriesView;
  slice: number;
  sizePx: number;
}

/** A slice of a series as a small picture; pressing it opens the panel there. */
export function Thumbnail({ series, slice, sizePx }: ThumbnailProps) {
  const lookAt = use(OpenPanelContext);
  const tile = useTile(series.id, slice, slice === series.defaultSlice, series.slices);
  const label = labelOf(series, slice);
  return (
    <UnstyledButton
      className={classes.button}
      aria-label={t('Look at {label}', { label })}
      onClick={() => lookAt({ seriesId: series.id, slice })}
    >
      <TilePicture tile={tile} sizePx={sizePx} label={label} />
    </UnstyledButton>
  );
}

/** The same without opening anything. */
export function StillThumbnail({ series, slice, sizePx }: ThumbnailProps) {
  const tile = useTile(series.id, slice, slice === series.defaultSlice, series.slices);
  return <TilePicture tile={tile} sizePx={sizePx} label={labelOf(series, slice)} />;
}

function TilePicture({ tile, sizePx, label }: { tile: Tile | NoPreview | undefined; sizePx: number; label: string }) {
  if (tile === undefined || isTile(tile)) return <TileCanvas picture={tile} sizePx={sizePx} label={label} noPicture="" />;
  return <TileCanvas picture={null} sizePx={sizePx} label={label} noPicture={noPictureText(tile)} />;
}

interface WalkableThumbnailProps extends ThumbnailProps {
  tile: Tile | NoPreview | undefined;
  onSlice: (slice: number) => void;
  /** Null: back to its own window. */
  onWindow: (window: TileWindow | null) => void;
}

/** A thumbnail with preview: hover or focus enlarges it, a press opens the panel; the wheel changes slices, a drag the window. */
export function WalkableThumbnail({ series, slice, sizePx, tile, onSlice, onWindow }: WalkableThumbnailProps) {
  const lookAt = use(OpenPanelContext);
  const [isPeeking, setPeeking] = useState(false);
  const [drag] = useState(() => new WindowDrag());
  const label = labelOf(series, slice);
  const picture = <TilePicture tile={tile} sizePx={sizePx} label={label} />;

  function walk(event: WheelEvent) {
    const next = slice + Math.sign(event.deltaY);
    if (isPeeking && next >= 0 && next < series.slices) onSlice(next);
  }
  function hover(event: PointerEvent) {
    if (event.pointerType === 'mouse') setPeeking(true);
  }
  function beginDrag(event: PointerEvent) {
    const isMouse = event.pointerType === 'mouse' && event.button === 0;
    const from = isMouse && tile && isTile(tile) ? { center: tile.windowCenter, width: tile.windowWidth } : null;
    drag.begin(event, from);
    if (from) event.currentTarget.setPointerCapture(event.pointerId);
  }
  function dragOn(event: PointerEvent) {
    const window = event.buttons > 0 && drag.windowAt(event);
    if (window) onWindow(window);
  }
  function endPeek() {
    setPeeking(false);
    drag.end();
    onWindow(null);
  }
  function press(event: MouseEvent) {
    if (drag.isEndedBy(event)) return;
    endPeek();
    lookAt({ seriesId: series.id, slice });
  }

  return (
    <div className={classes.place}>
      <HoverPreview opened={isPeeking && tile !== undefined && isTile(tile)} onClose={endPeek} series={series} slice={slice} tile={tile}>
        <UnstyledButton
          className={classes.button}
          aria-label={t('Look at {label}', { label })}
          onPointerEnter={hover}
          onPointerLeave={endPeek}
          onPointerDown={beginDrag}
          onPointerMove={dragOn}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setPeeking(true)}
          onBlur={endPeek}
          onClick={press}
          onWheel={walk}
        >
          {picture}
        </UnstyledButton>
      </HoverPreview>
      <span className={classes.position} aria-hidden>{`${slice + 1}/${series.slices}`}</span>
    </div>
  );
}

function labelOf(series: SeriesView, slice: number): string {
  return `${series.facts.seriesDescription || TEXTS.noDescription}, ${sliceSpoken(slice + 1, series.slices)}`;
}
