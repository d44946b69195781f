import { isOpened, type OpenSeries, type SeriesStore } from './series-store.ts';

/**
 * Opens a series if necessary, and waits until all its slices have been looked at. Its id in the worker that owns the voxels; null: it cannot be opened. Rejects when
 * the signal is aborted.
 */
export function whenRead(series: Pick<SeriesStore, 'open' | 'subscribe'>, uuid: string, signal: AbortSignal): Promise<number | null> {
  const known = resultOf(series.open(uuid, 0));
  if (known !== undefined) return Promise.resolve(known);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const stop = series.subscribe(() => {
    const result = resultOf(series.open(uuid, 0));
    if (result !== undefined) resolve(result);
  });
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  return promise.finally(() => {
    stop();
    signal.removeEventListener('abort', abort);
  });
}

/** Undefined while it is not known. */
function resultOf({ opened, grid, noPlanes }: OpenSeries): number | null | undefined {
  if (opened === null) return undefined;
  if (!isOpened(opened)) return null;
  return grid === null && noPlanes === null ? undefined : opened.id;
}
