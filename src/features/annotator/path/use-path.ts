import { useEffect, useMemo } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { pathPaneOf, pointsIn } from '#features/annotator/station/path.ts';
import { usedWays } from '#features/annotator/station/station.ts';
import { useOpenSeries, useStation, useWorkstation, type Workstation } from '#features/annotator/workstation.ts';
import { keepStationPath } from './keep-station-path.ts';
import { whyNotAlong } from './why-not-along.ts';

/** The points of the path in the coordinates of a pane; null: there is none, or nothing says where they lie there. */
export function usePathOn(at: number): readonly Vector[] | null {
  const path = useStation((now) => now.path);
  const registrations = useStation((now) => now.registrations);
  const own = useStation(({ panes }) => panes[at]?.series ?? null);
  const open = useOpenSeries(own);
  const frameOfReference = open?.frameOfReference;
  return useMemo(
    () =>
      path === null || own === null || frameOfReference === undefined
        ? null
        : pointsIn(path, { series: own, frameOfReference }, usedWays({ registrations })),
    [path, registrations, own, frameOfReference],
  );
}

/** The path of the study on this device: as it was left, and kept with each change. Not while a case is read, as another read must not show it. */
export function useKeptPath(db: LocalDb, study: string, isRead: boolean): void {
  const { station } = useWorkstation();
  useEffect(() => {
    if (isRead) return undefined;
    const { flush, end } = keepStationPath(db, study, station, reportError);
    const leave = (): void => void flush();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      void end();
    };
  }, [db, study, station, isRead]);
}

/** What a key or a button does with the path. */
export function changePath({ station, series }: Pick<Workstation, 'station' | 'series'>, how: 'add' | 'show' | 'drop' | 'delete'): void {
  const { active, panes, cursor } = station.read();
  switch (how) {
    case 'add': {
      // Where the crosshair is seen in this pane: it may have been left on another slice.
      station.act({ act: 'move-cursor', pane: active, right: 0, below: 0 });
      const now = station.read().cursor;
      const open = series.peek(panes[active]?.series ?? '');
      if (now !== null && open !== null && (now !== cursor || now.series === open.uuid))
        station.act({ act: 'add-point', pane: active, point: now.point });
      return;
    }
    case 'show':
      return station.act({ act: 'show-path', isShown: true });
    case 'drop':
      return station.act({ act: 'drop-point' });
    case 'delete':
      return station.act({ act: 'delete-path' });
  }
}

/** Why the active pane cannot be shown along the path; null: it can, or some pane is. */
export function useWhyNotAlong(): string | null {
  const active = useStation((now) => now.active);
  const hasPath = useStation((now) => now.path !== null);
  const is3d = useStation((now) => now.panes[now.active]!.is3d && pathPaneOf(now) < 0);
  const open = useOpenSeries(useStation(({ panes, active: at }) => panes[at]?.series ?? null));
  return whyNotAlong({ open, hasPath, isHere: usePathOn(active) !== null, is3d });
}

export function useIsAlong(): boolean {
  return useStation((now) => pathPaneOf(now) >= 0);
}
