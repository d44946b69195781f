import type { NoSlice } from '#model/pictures/no-slice.ts';
import { transfer, wrap, type Remote } from 'comlink';
import type { SliceField, SliceVideo, SeriesSource } from '#workers/series/types.ts';
import type { DrawnSlice, DrawWish, OpenedSeries, SeriesHistogram } from './types.ts';
import type { ViewerWorker } from './viewer-worker.ts';

export interface Viewer {
  /** See ViewerWorker. */
  open(source: SeriesSource): Promise<OpenedSeries | NoSlice>;
  draw(id: number, wish: DrawWish): Promise<DrawnSlice | NoSlice>;
  histogram(id: number): Promise<SeriesHistogram | NoSlice>;
  fields(id: number, slice: number): Promise<SliceField[] | NoSlice>;
  video(id: number, slice: number): Promise<SliceVideo | NoSlice>;
  close(): void;
}

/** Draws slices in a separate web worker, which ends when the viewer is closed. Requests that are open then are never answered. */
export function createViewer(userId: number): Viewer {
  const worker = new Worker(new URL('./viewer.worker.ts', import.meta.url), { type: 'module', name: 'viewer' });
  const ViewerWorkerProxy = wrap<typeof ViewerWorker>(worker);
  const remote: Promise<Remote<ViewerWorker>> = new ViewerWorkerProxy(userId);
  return {
    open: async (source) => (await remote).open(source),
    draw: async (id, wish) => (await remote).draw(id, wish.spare ? transfer(wish, [wish.spare]) : wish),
    histogram: async (id) => (await remote).histogram(id),
    fields: async (id, slice) => (await remote).fields(id, slice),
    video: async (id, slice) => (await remote).video(id, slice),
    close: () => worker.terminate(),
  };
}
