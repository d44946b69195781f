import type { SeriesView } from '#model/upload-view.ts';
import { Journey } from './Journey.tsx';
import classes from './SendingTable.module.css';
import { ReferenceMark } from './ReferenceMark.tsx';
import { TEXTS } from './texts.ts';
import { Thumbnail } from './Thumbnail.tsx';

export function SendingSeries({ series }: { series: SeriesView }) {
  const name = series.facts.seriesDescription || TEXTS.noDescription;
  return (
    <div className={classes.row} role="row" data-level="series" data-series={series.id}>
      <div className={classes.lead} role="cell">
        <span className={classes.number}>{series.number}</span>
        <Thumbnail series={series} slice={series.defaultSlice} sizePx={34} />
      </div>
      <div className={classes.seriesName} role="rowheader" title={name} data-none={series.facts.seriesDescription === '' || undefined}>
        <bdi>{name}</bdi>
        {series.isReference && <ReferenceMark />}
      </div>
      <Journey what={name} status={series.status} done={series.bytes.confirmed} total={series.bytes.total} />
      {series.message !== null && (
        <p className={classes.message} role="cell" data-failed={series.status === 'failed' || undefined}>
          {series.message}
        </p>
      )}
    </div>
  );
}
