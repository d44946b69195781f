import { useEffect, useRef, useState } from 'react';
import type { BatchSeries } from '#contract/batch.ts';
import { useNearViewport } from '#ui/browser/use-near-viewport.ts';
import { TileCanvas, type Picture } from '#ui/upload/TileCanvas.tsx';
import classes from './SortedStep.module.css';
import { readPicture } from '#features/legacy-upload/session/session-server.ts';
import { TEXTS } from '#features/legacy-upload/texts.ts';

const SIZE_PX = 44;

/** The middle slice of a series, from the server (CALL-046), loaded when its row is close to the viewport. */
export function SeriesPicture({ session, series, label }: { session: string; series: BatchSeries; label: string }) {
  const cell = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(cell, false);
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
    // Each view has a new object for the same series.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [session, id, isNear]);
  return (
    <div ref={cell} className={classes.picture}>
      <TileCanvas picture={picture} sizePx={SIZE_PX} label={label} noPicture={TEXTS.noPicture} />
    </div>
  );
}
