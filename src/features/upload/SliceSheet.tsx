import type { SeriesView } from '#model/upload-view.ts';
import { Sheet } from '#ui/Sheet.tsx';
import { SliceSlider } from '#ui/upload/SliceSlider.tsx';
import type { Tile } from '#workers/preview/types.ts';
import { LargeSlice } from './LargeSlice.tsx';
import classes from './SliceSheet.module.css';
import { sliceSpoken, TEXTS } from './texts.ts';

interface SliceSheetProps {
  opened: boolean;
  onClose: () => void;
  series: SeriesView;
  slice: number;
  tile: Tile;
  onSlice: (slice: number) => void;
}

/** The slices of one series over the whole width, with a slider that a thumb can hold. */
export function SliceSheet({ opened, onClose, series, slice, tile, onSlice }: SliceSheetProps) {
  const name = series.facts.seriesDescription || TEXTS.noDescription;
  return (
    <Sheet opened={opened} onClose={onClose} title={name}>
      <div className={classes.sheet}>
        <LargeSlice series={series} slice={slice} tile={tile} />
        <SliceSlider slice={slice} slices={series.slices} onSlice={onSlice} label={`Slice of ${name}`} spoken={sliceSpoken} />
      </div>
    </Sheet>
  );
}
