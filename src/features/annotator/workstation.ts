import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Series } from '#contract/study-detail.ts';
import type { Suv } from '#contract/suv.ts';
import { saveDecision } from '#localdb/outbox/proposals.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { createVoxels, type Voxels } from '#workers/voxels/handle.ts';
import { createComparison } from '#workers/comparison/handle.ts';
import { createClicks, inferOnDevice } from '#workers/inference/handle.ts';
import { createScribbles } from '#workers/scribbles/handle.ts';
import { readLabelMap } from '#workers/labels/handle.ts';
import type { SeriesSource } from '#workers/series/types.ts';
import { showFailure } from '#ui/toasts.ts';
import { afterPause } from './after-pause.ts';
import { ClickStore } from './clicks/click-store.ts';
import { openOnDevice } from './clicks/device-clicks.ts';
import { openOnWorker } from './clicks/worker-clicks.ts';
import { CompareStore } from './compare/compare-store.ts';
import { ComputedStore } from './computed/computed-store.ts';
import { closeUnseen } from './computed/show-computed.ts';
import { createMaskStore, type MaskStore } from './masks/mask-store.ts';
import { createOverlayStore, type OverlayStore } from './overlays/overlay-store.ts';
import { DeviceRuns } from './proposals/device-runs.ts';
import { isModelHere, modelFile } from './model-file.ts';
import { fetchLabels } from './proposals/fetch-labels.ts';
import { ProposalStore } from './proposals/proposal-store.ts';
import { ScribbleStore } from './scribbles/scribble-store.ts';
import { visibleSlices } from './scribbles/visible-slices.ts';
import { createPictureStore, type PictureStore } from './station/picture-store.ts';
import { createSeriesStore, type OpenSeries, type SeriesStore } from './station/series-store.ts';
import { whenRead } from './station/when-read.ts';
import { createStation, type StationStore } from './station/create-station.ts';
import type { Station } from './station/station.ts';

/** Everything that the panes of one tab share. */
export interface Workstation {
  voxels: Voxels;
  series: SeriesStore;
  computed: ComputedStore;
  pictures: PictureStore;
  overlays: OverlayStore;
  masks: MaskStore;
  clicks: ClickStore;
  scribbles: ScribbleStore;
  compare: CompareStore;
  proposals: ProposalStore;
  deviceRuns: DeviceRuns;
  station: StationStore;
}

interface WorkstationPorts {
  db: LocalDb;
  userId: number;
  sourceOf: (series: string) => SeriesSource | null;
  suvOf: (series: string) => Suv | null;
  /** The series of overlays in the study of a series. */
  overlaysOf: (series: string) => readonly Series[];
  /** UUID of the study. */
  study: string;
}

export function createWorkstation({ db, userId, sourceOf, suvOf, overlaysOf, study }: WorkstationPorts): Workstation {
  const voxels = createVoxels(userId);
  const computed = new ComputedStore();
  const series = createSeriesStore(voxels, (uuid) => computed.sourceOf(uuid) ?? sourceOf(uuid), suvOf);
  const pictures = createPictureStore(voxels);
  series.subscribe(() => pictures.forgetCoarse());
  // The worker that owns the voxels owns the bits as well.
  const masks = createMaskStore(voxels, showFailure);
  const station = createStation(series);
  station.subscribe(() => closeUnseen({ computed, series, station }));
  const proposals = new ProposalStore({
    fetchLabels: (proposal) => fetchLabels(db, study, proposal),
    readLabelMap,
    saveDecision: (decision) => saveDecision(db, { study, ...decision }),
  });
  return {
    ...{ voxels, series, computed, pictures, masks },
    overlays: createOverlayStore(voxels, overlaysOf),
    clicks: new ClickStore({
      masks,
      open: (mask, model, where) =>
        where === 'worker'
          ? openOnWorker(mask, model)
          : openOnDevice({ masks, loadModel: (version) => modelFile(db, version), createClicks }, model),
    }),
    scribbles: new ScribbleStore({ masks, createScribbles, visible: () => visibleSlices(station.read(), series, masks.read()) }),
    compare: new CompareStore({ masks: voxels, createComparison, afterPause, labelsOf: (proposal) => proposals.labelsOf(proposal) }),
    proposals,
    deviceRuns: new DeviceRuns({
      async imageOf(uuid, signal) {
        const id = await whenRead(series, uuid, signal);
        const whole = id === null ? ({ ok: false, why: 'not-read' } as const) : await voxels.wholeImage(id);
        return { whole, frame: series.peek(uuid)?.frameOfReference ?? '' };
      },
      modelFile: (version) => modelFile(db, version),
      isHere: (version) => isModelHere(db, version),
      infer: inferOnDevice,
      propose: (proposal, labels) => proposals.propose(proposal, labels),
    }),
    station,
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
