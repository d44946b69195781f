import { useEffect, useRef } from 'react';
import { t } from '#language/t.ts';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { classNames } from '#ui/class-names.ts';
import corners from '#ui/viewer/corners.module.css';
import type { Tile } from '#workers/preview/types.ts';
import classes from './LargeSlice.module.css';

/** A tile that fills its container, with the usual corner annotations. */
export function LargeSlice({ series, slice, tile }: { series: SeriesView; slice: number; tile: Tile }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(new ImageData(tile.pixels, tile.width, tile.height), 0, 0);
  }, [tile]);

  return (
    <div className={classNames(corners.over, classes.frame)}>
      <canvas ref={canvas} className={classes.canvas} width={tile.width} height={tile.height} aria-hidden />
      <span className={corners.corner} data-at="top-left">
        {series.number}
      </span>
      <span className={corners.corner} data-at="bottom-left">{`${slice + 1} / ${series.slices}`}</span>
      <span className={corners.corner} data-at="bottom-right">
        {t('W {width} L {center}', { width: Math.round(tile.windowWidth), center: Math.round(tile.windowCenter) })}
      </span>
    </div>
  );
}
