import { Popover, UnstyledButton } from '@mantine/core';
import { useState, type WheelEvent } from 'react';
import type { SeriesView } from '#model/upload-view.ts';
import { TileCanvas } from '#ui/upload/TileCanvas.tsx';
import { PeekPicture } from './PeekPicture.tsx';
import { TEXTS, sliceSpoken } from './texts.ts';
import classes from './Thumbnail.module.css';
import { useTile } from './use-previewer.tsx';

interface ThumbnailProps {
  series: SeriesView;
  slice: number;
  sizePx: number;
  /** With it, a larger look opens beside the row: hover or focus, a tap on touch; the wheel walks through it. */
  onSlice?: (slice: number) => void;
}

/** The slice of a series as a small picture. */
export function Thumbnail({ series, slice, sizePx, onSlice }: ThumbnailProps) {
  const tile = useTile(series.id, slice, slice === series.defaultSlice, series.slices);
  const [peeking, setPeeking] = useState(false);
  const label = `${series.facts.seriesDescription || TEXTS.noDescription}, ${sliceSpoken(slice + 1, series.slices)}`;
  const picture = <TileCanvas picture={tile} sizePx={sizePx} label={label} noPicture={TEXTS.noPicture} />;
  if (!onSlice || !tile) return picture;

  function walk(event: WheelEvent) {
    const next = slice + Math.sign(event.deltaY);
    if (next >= 0 && next < series.slices) onSlice?.(next);
  }

  return (
    <Popover opened={peeking} onChange={setPeeking} position="left" withArrow={false} trapFocus={false} closeOnEscape>
      <Popover.Target>
        <UnstyledButton
          className={classes.button}
          aria-label={`Look at ${label}`}
          onMouseEnter={() => setPeeking(true)}
          onMouseLeave={() => setPeeking(false)}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && setPeeking(true)}
          onBlur={() => setPeeking(false)}
          onClick={() => setPeeking(true)}
          onWheel={walk}
        >
          {picture}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.peek}>
        <PeekPicture series={series} slice={slice} tile={tile} />
      </Popover.Dropdown>
    </Popover>
  );
}
