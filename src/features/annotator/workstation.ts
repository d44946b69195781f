import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Series } from '#contract/study-detail.ts';
import { createVoxels, type Voxels } from '#workers/voxels/handle.ts';
import type { SeriesSource } from '#workers/series/types.ts';
import { showFailure } from '#ui/toasts.ts';
import { createMaskStore, type MaskStore } from './masks/mask-store.ts';
import { createOverlayStore, type OverlayStore } from './overlays/overlay-store.ts';
import { createPictureStore, type PictureStore } from './station/picture-store.ts';
import { createSeriesStore, type OpenSeries, type SeriesStore } from './station/series-store.ts';
import { createStation, type StationStore } from './station/create-station.ts';
import type { Station } from './station/station.ts';

/** Everything that the panes of one tab share. */
export interface Workstation {
  voxels: Voxels;
  series: SeriesStore;
  pictures: PictureStore;
  overlays: OverlayStore;
  masks: MaskStore;
  station: StationStore;
}

interface WorkstationPorts {
  userId: number;
  sourceOf: (series: string) => SeriesSource | null;
  /** The series of overlays in the study of a series. */
  overlaysOf: (series: string) => readonly Series[];
}

export function createWorkstation({ userId, sourceOf, overlaysOf }: WorkstationPorts): Workstation {
  const voxels = createVoxels(userId);
  const series = createSeriesStore(voxels, sourceOf);
  const pictures = createPictureStore(voxels);
  series.subscribe(() => pictures.forgetCoarse());
  return {
    ...{ voxels, series, pictures },
    overlays: createOverlayStore(voxels, overlaysOf),
    // The worker that owns the voxels owns the bits as well.
    masks: createMaskStore(voxels, showFailure),
    station: createStation(series),
  };
}

const WorkstationContext = createContext<Workstation | null>(null);
export const WorkstationProvider = WorkstationContext.Provider;

export function useWorkstation(): Workstation {
  const workstation = useContext(WorkstationContext);
  if (workstation === null) throw new Error('Outside of a workstation');
  return workstation;
}

/** A part of the state. It must be the same value while it has not changed: a key or the wheel changes the state many times a second. */
export function useStation<T>(part: (station: Station) => T): T {
  const { station } = useWorkstation();
  return useSyncExternalStore(station.subscribe, () => part(station.read()));
}

/** The series of the panes, in their order. */
export function usePaneSeries(): readonly (string | null)[] {
  const joined = useStation(({ panes }) => panes.map(({ series }) => series ?? '').join(' '));
  return useMemo(() => joined.split(' ').map((series) => (series === '' ? null : series)), [joined]);
}

/** What is known of a series; null if it is not open. */
export function useOpenSeries(uuid: string | null): OpenSeries | null {
  const { series } = useWorkstation();
  return useSyncExternalStore(series.subscribe, () => (uuid === null ? null : series.peek(uuid)));
}
