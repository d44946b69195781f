import { useEffect, useRef, useState } from 'react';
import type { BatchSeries } from '#contract/batch.ts';
import { useCameNear } from '#ui/use-came-near.ts';
import { TileCanvas, type Picture } from '#ui/upload/TileCanvas.tsx';
import classes from './SortedStep.module.css';
import { readPicture } from './session-server.ts';
import { TEXTS } from './texts.ts';

const SIZE_PX = 44;

/** The middle slice of a series, from the server (CALL-046), once its row comes near. */
export function SeriesPicture({ session, series, label }: { session: string; series: BatchSeries; label: string }) {
  const cell = useRef<HTMLDivElement>(null);
  const isNear = useCameNear(cell, false);
  const [picture, setPicture] = useState<Picture>(undefined);
  const { upload_id: id } = series;
  useEffect(() => {
    if (!isNear) return;
    const leaving = new AbortController();
    readPicture(session, series, leaving.signal).then(
      (read) => !leaving.signal.aborted && setPicture(read),
      () => !leaving.signal.aborted && setPicture(null),
    );
    return () => leaving.abort();
    // The same series is another object with every view.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [session, id, isNear]);
  return (
    <div ref={cell} className={classes.picture}>
      <TileCanvas picture={picture} sizePx={SIZE_PX} label={label} noPicture={TEXTS.noPicture} />
    </div>
  );
}
