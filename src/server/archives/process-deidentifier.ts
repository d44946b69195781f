import type { SentFacts } from '#model/uploads/deidentified.ts';
import { runInProcess } from '#server/process/run-in-process.ts';
import type { UnpackedPart } from './archive-unpacker.ts';
import type { SeriesDeidentifier } from './series-deidentifier.ts';

const WORKER = new URL('./deidentify.worker.ts', import.meta.url);

/** Each series in a process that can access only its files. `maxMs` is the time limit for one series. */
export function createSeriesDeidentifier({ maxMs }: { maxMs: number }): SeriesDeidentifier {
  return {
    deidentify({ type, settings, key, files, owner }, signal, take) {
      return runInProcess<{ sent: SentFacts | null }>(WORKER, {
        ...{ input: { type, settings, key }, files: [...files], signal, maxMs, name: 'The de-identifier' },
        ...(owner !== undefined && { owner }),
        onPart: (part) => take(part as UnpackedPart),
      });
    },
  };
}
