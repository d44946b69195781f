import { runInProcess } from '#server/process/run-in-process.ts';
import type { ReadSeries, SeriesReader } from './series-reader.ts';

/** Increases when reading or drawing changes: series that an earlier version read are read again after the next start. */
const VERSION = 6;
/** Ten thousand headers from a slow store take minutes. */
const MAX_MS = 20 * 60_000;
const WORKER = new URL('./reading.worker.ts', import.meta.url);

/** Reads in a separate process, which requests ranges of the files. A timeout counts as a crash. */
export function createSeriesReader({ maxMs = MAX_MS, worker = WORKER } = {}): SeriesReader {
  return {
    version: VERSION,
    async read({ type, files, ...whose }, signal) {
      const read = await runInProcess<ReadSeries>(worker, { input: type, files, signal, maxMs, name: 'The reader', ...whose });
      if (read === 'endless') throw new Error('The reader did not finish in time');
      return read;
    },
  };
}
