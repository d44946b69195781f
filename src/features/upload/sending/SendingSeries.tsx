import { memo, useRef } from 'react';
import { translated } from '#language/t.ts';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { useNearViewport } from '#ui/browser/use-near-viewport.ts';
import { TransferCells } from './TransferCells.tsx';
import classes from './SendingTable.module.css';
import { ReferenceMark } from '#features/upload/editing/ReferenceMark.tsx';
import { TEXTS } from '#features/upload/texts.ts';
import { Thumbnail } from '#features/upload/pictures/Thumbnail.tsx';

export const SendingSeries = memo(function SendingSeries({ series, isLong }: { series: SeriesView; isLong: boolean }) {
  const row = useRef<HTMLDivElement>(null);
  const isDrawn = useNearViewport(row, !isLong);
  const name = series.facts.seriesDescription || TEXTS.noDescription;
  return (
    <div ref={row} className={classes.row} role="row" data-level="series" data-series={series.id}>
      {isDrawn ? <SendingCells series={series} name={name} /> : <div role="cell">{name}</div>}
    </div>
  );
});

function SendingCells({ series, name }: { series: SeriesView; name: string }) {
  return (
    <>
      <div className={classes.lead} role="cell">
        <span className={classes.number}>{series.number}</span>
        <Thumbnail series={series} slice={series.defaultSlice} sizePx={34} />
      </div>
      <div className={classes.seriesName} role="rowheader" title={name} data-none={series.facts.seriesDescription === '' || undefined}>
        <bdi>{name}</bdi>
        {series.isReference && <ReferenceMark />}
      </div>
      <TransferCells what={name} status={series.status} done={series.bytes.confirmed} total={series.bytes.total} />
      {series.message !== null && (
        <p className={classes.message} role="cell" data-failed={series.status === 'failed' || undefined}>
          {translated(series.message)}
        </p>
      )}
    </>
  );
}
