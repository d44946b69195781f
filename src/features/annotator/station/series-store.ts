import type { Grid } from '#contract/grids.ts';
import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { Suv, SuvBy } from '#contract/suv.ts';
import { uptakeScale } from '#model/suv/value-scale.ts';
import type { Voxels } from '#workers/voxels/handle.ts';
import type {
  BricksLoaded,
  ComputedSource,
  NoPlanes,
  OpenedVoxels,
  SeriesProgress,
  StoredSlice,
  ValueScale,
} from '#workers/voxels/types.ts';
import type { SeriesSource } from '#workers/series/types.ts';
import type { SeriesShape } from './series-shape.ts';

/** A series that was opened for a pane. */
export interface OpenSeries extends SeriesShape {
  uuid: string;
  opened: OpenedVoxels | NoSlice | 'failed' | null;
  read: number;
  unreadable: number;
  grid: Grid | null;
  gridHash: string | null;
  /** The number in the grid of each slice; null while it is unknown. */
  gridSlices: readonly number[] | null;
  /** Null while it is unknown, and if planes can be shown. */
  noPlanes: NoPlanes | null;
  /** How much of it is here, if it is a volume in bricks: it is shown before. */
  bricks: BricksLoaded | null;
  /** What its values are shown and measured as; null: as they are in its files. */
  scale: ValueScale | null;
}

export interface SeriesStore {
  /** Opens it if necessary. Slices around `at` are read first. */
  open(uuid: string, at: number): OpenSeries;
  peek(uuid: string): OpenSeries | null;
  /** Forgets it, and frees its memory. */
  close(uuid: string): void;
  /** Tries again what could not be read without it. */
  serverReturned(): void;
  /** By what uptake is computed in all PET series. */
  readonly suvBy: SuvBy;
  setSuvBy(by: SuvBy): void;
  /** A slice has arrived, and tells where it is. */
  learn(uuid: string, slice: StoredSlice): void;
  subscribe(listener: () => void): () => void;
}

/** Series in the worker, and what is known of them so far. */
export function createSeriesStore(
  voxels: Voxels,
  sourceOf: (uuid: string) => SeriesSource | ComputedSource | null,
  /** Of a PET series. */
  suvOf: (uuid: string) => Suv | null = () => null,
): SeriesStore {
  let suvBy: SuvBy = 'weight';
  const series = new Map<string, OpenSeries>();
  /** What was opened last: one that was closed meanwhile may still answer. */
  const begun = new Map<string, { at: number }>();
  const listeners = new Set<() => void>();

  const change = (uuid: string, part: Partial<OpenSeries>): void => {
    series.set(uuid, { ...(series.get(uuid) ?? unopened(uuid)), ...part });
    for (const listener of listeners) listener();
  };

  function onProgress(uuid: string, { read, unreadable, geometry, bricks = null }: SeriesProgress): void {
    if (geometry === null) return change(uuid, { read, unreadable, bricks });
    const { noPlanes } = geometry;
    change(uuid, { read, unreadable, bricks, ...geometry, hasPlanes: noPlanes === null });
  }

  function start(uuid: string, at: number): void {
    const source = sourceOf(uuid);
    const scale = source?.of === 'originals' ? uptakeScale(suvOf(uuid), suvBy) : null;
    const own = { at };
    const isCurrent = (): boolean => begun.get(uuid) === own;
    begun.set(uuid, own);
    series.set(uuid, { ...unopened(uuid), scale, ...(source === null && { opened: { noPicture: 'gone' } }) });
    if (source === null) return;
    voxels
      .open(source, at, (progress) => isCurrent() && onProgress(uuid, progress), scale)
      .then(
        (opened) => {
          if (!isCurrent()) return isNoSlice(opened) ? undefined : voxels.close(opened.id);
          if (isNoSlice(opened)) return change(uuid, { opened });
          const { planes } = series.get(uuid)!;
          change(uuid, {
            opened,
            ...(opened.isVolume && { scale: null }),
            slices: opened.slices,
            planes: planes.length === opened.slices ? planes : Array.from({ length: opened.slices }, () => null),
          });
        },
        (error: unknown) => {
          reportError(error);
          if (isCurrent()) change(uuid, { opened: 'failed' });
        },
      );
  }

  return {
    open(uuid, at) {
      if (!series.has(uuid)) start(uuid, at);
      return series.get(uuid)!;
    },
    close(uuid) {
      const opened = series.get(uuid)?.opened ?? null;
      series.delete(uuid);
      begun.delete(uuid);
      if (isOpened(opened)) voxels.close(opened.id);
    },
    serverReturned() {
      for (const [uuid, { opened, unreadable, bricks }] of series) {
        if (isOpened(opened)) {
          if (unreadable > 0 || bricks?.isAway) voxels.readAgain(opened.id);
        } else if (opened === 'failed' || opened?.noPicture === 'unreachable') start(uuid, begun.get(uuid)?.at ?? 0);
      }
    },
    get suvBy() {
      return suvBy;
    },
    setSuvBy(by) {
      suvBy = by;
      for (const [uuid, { opened, scale: before }] of series) {
        const scale = uptakeScale(suvOf(uuid), by);
        if (!isOpened(opened) || opened.isVolume || (before === null && scale === null)) continue;
        voxels.scaleValues(opened.id, scale);
        series.set(uuid, { ...series.get(uuid)!, scale });
      }
      for (const listener of listeners) listener();
    },
    peek: (uuid) => series.get(uuid) ?? null,
    learn(uuid, { slice, plane }) {
      const known = series.get(uuid);
      if (known === undefined || plane === null || known.planes[slice] != null) return;
      const planes: (ImagePlane | null)[] = [...known.planes];
      planes[slice] = plane;
      change(uuid, { planes });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function unopened(uuid: string): OpenSeries {
  return {
    uuid,
    opened: null,
    slices: 0,
    planes: [],
    frameOfReference: '',
    hasPlanes: false,
    read: 0,
    unreadable: 0,
    grid: null,
    gridHash: null,
    gridSlices: null,
    noPlanes: null,
    bricks: null,
    scale: null,
  };
}

export function isOpened(opened: OpenSeries['opened']): opened is OpenedVoxels {
  return opened !== null && opened !== 'failed' && !isNoSlice(opened);
}

/** How much of a series is here, in percent. Before all of it is, what is made of it may be of a lower resolution. */
export function loadedPercent({ bricks, read, slices }: OpenSeries): number {
  return bricks?.percent ?? (read === slices ? 100 : 0);
}
