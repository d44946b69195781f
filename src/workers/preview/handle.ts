import { releaseProxy, wrap, type Remote } from 'comlink';
import type { RecognitionRequest } from '#model/studies/recognition-request.ts';
import type { DrawnGrid } from './draw-grid.ts';
import type { PreviewWorker } from './preview-worker.ts';
import type { AreaFile, NoPreview, Tile, TileWindow } from './types.ts';

export interface Previewer {
  /** See PreviewWorker.tile. `isDefault`: the slice that its series shows first. Its window becomes the window of the series. */
  tile(seriesId: string, slice: number, isDefault?: boolean, window?: TileWindow | null): Promise<Tile | NoPreview>;
  /** See PreviewWorker. */
  picture(seriesId: string, slice: number): Promise<Tile | NoPreview>;
  areaFile(path: string, size: number): Promise<AreaFile>;
  areaSlice(path: string, slice: number): Promise<Tile | NoPreview>;
  studiesToAsk(): Promise<RecognitionRequest[]>;
  grid(tiles: RecognitionRequest['tiles']): Promise<DrawnGrid | null>;
  close(): void;
}

/** Draws thumbnails in a web worker that starts with the first one. */
export function createPreviewer(userId: number): Previewer {
  let started: { worker: Worker; remote: Promise<Remote<PreviewWorker>> } | null = null;

  const start = (): { worker: Worker; remote: Promise<Remote<PreviewWorker>> } => {
    const worker = new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module', name: 'preview' });
    const PreviewWorkerProxy = wrap<typeof PreviewWorker>(worker);
    return { worker, remote: new PreviewWorkerProxy(userId) };
  };

  return {
    async tile(seriesId, slice, isDefault = false, window = null) {
      started ??= start();
      return (await started.remote).tile(seriesId, slice, isDefault, window);
    },
    async picture(seriesId, slice) {
      started ??= start();
      return (await started.remote).picture(seriesId, slice);
    },
    async areaFile(path, size) {
      started ??= start();
      return (await started.remote).areaFile(path, size);
    },
    async areaSlice(path, slice) {
      started ??= start();
      return (await started.remote).areaSlice(path, slice);
    },
    async studiesToAsk() {
      started ??= start();
      return (await started.remote).studiesToAsk();
    },
    async grid(tiles) {
      started ??= start();
      return (await started.remote).grid(tiles);
    },
    close() {
      const closing = started;
      started = null;
      void closing?.remote.then((preview) => preview[releaseProxy]());
      closing?.worker.terminate();
    },
  };
}
