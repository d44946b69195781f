import type { Grid } from '#contract/grids.ts';
import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { Voxels } from '#workers/voxels/handle.ts';
import type { BricksLoaded, NoPlanes, OpenedVoxels, SeriesProgress, StoredSlice } from '#workers/voxels/types.ts';
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
}

export interface SeriesStore {
  /** Opens it if necessary. Slices around `at` are read first. */
  open(uuid: string, at: number): OpenSeries;
  peek(uuid: string): OpenSeries | null;
  /** Tries again what could not be read without it. */
  serverReturned(): void;
  /** A slice has arrived, and tells where it is. */
  learn(uuid: string, slice: StoredSlice): void;
  subscribe(listener: () => void): () => void;
}

/** Series in the worker, and what is known of them so far. */
export function createSeriesStore(voxels: Voxels, sourceOf: (uuid: string) => SeriesSource | null): SeriesStore {
  const series = new Map<string, OpenSeries>();
  const startedAt = new Map<string, number>();
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
    startedAt.set(uuid, at);
    series.set(uuid, source === null ? { ...unopened(uuid), opened: { noPicture: 'gone' } } : unopened(uuid));
    if (source === null) return;
    voxels
      .open(source, at, (progress) => onProgress(uuid, progress))
      .then(
        (opened) => {
          if (isNoSlice(opened)) return change(uuid, { opened });
          const { planes } = series.get(uuid)!;
          change(uuid, {
            opened,
            slices: opened.slices,
            planes: planes.length === opened.slices ? planes : Array.from({ length: opened.slices }, () => null),
          });
        },
        (error: unknown) => {
          reportError(error);
          change(uuid, { opened: 'failed' });
        },
      );
  }

  return {
    open(uuid, at) {
      if (!series.has(uuid)) start(uuid, at);
      return series.get(uuid)!;
    },
    serverReturned() {
      for (const [uuid, { opened, unreadable, bricks }] of series) {
        if (isOpened(opened)) {
          if (unreadable > 0 || bricks?.isAway) voxels.readAgain(opened.id);
        } else if (opened === 'failed' || opened?.noPicture === 'unreachable') start(uuid, startedAt.get(uuid) ?? 0);
      }
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
  };
}

export function isOpened(opened: OpenSeries['opened']): opened is OpenedVoxels {
  return opened !== null && opened !== 'failed' && !isNoSlice(opened);
}
