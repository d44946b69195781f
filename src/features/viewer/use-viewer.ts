import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import { useEffect, useState } from 'react';
import { createViewer, type Viewer } from '#workers/viewer/handle.ts';
import type { SeriesSource } from '#workers/series/types.ts';
import type { OpenedSeries } from '#workers/viewer/types.ts';

/** A drawing worker, while the viewer is open. */
export function useViewer(userId: number): Viewer | null {
  const [viewer, setViewer] = useState<Viewer | null>(null);
  useEffect(() => {
    const created = createViewer(userId);
    setViewer(created);
    return () => created.close();
  }, [userId]);
  return viewer;
}

export interface Opened {
  /** Of which source. */
  key: string;
  series: OpenedSeries | NoSlice | 'failed';
}

export function sourceKey(source: SeriesSource): string {
  return JSON.stringify(source);
}

/** The series of a source; undefined until it is open. */
export function useOpened(viewer: Viewer | null, source: SeriesSource): Opened | undefined {
  const key = sourceKey(source);
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  useEffect(() => {
    if (!viewer) return;
    let isWanted = true;
    const take = (series: Opened['series']) => isWanted && setOpened({ key, series });
    viewer.open(JSON.parse(key) as SeriesSource).then(take, (error: unknown) => {
      reportError(error);
      take('failed');
    });
    return () => {
      isWanted = false;
    };
  }, [viewer, key]);
  return opened?.key === key ? opened : undefined;
}

export function isOpen(series: Opened['series']): series is OpenedSeries {
  return series !== 'failed' && !isNoSlice(series);
}
