import { createMemorySource } from '#imaging/byte-source.ts';
import { parseNiftiHeader } from '#imaging/nifti/parse-header.ts';
import { brickedBy } from '#imaging/volume/brick-file.ts';
import { runInProcess } from '#server/process/run-in-process.ts';
import type { BrickPacker } from './converter.ts';

/** The largest volume takes half a minute. */
const PACK_MAX_MS = 5 * 60_000;
const WORKER = new URL('./bricks.worker.ts', import.meta.url);

export function createBrickPacker({ maxMs = PACK_MAX_MS, worker = WORKER } = {}): BrickPacker {
  return {
    isFor(volume) {
      const parsed = parseNiftiHeader(volume);
      return parsed.ok && brickedBy(parsed.header) !== null;
    },
    async pack(volume, whose, take) {
      const files = [createMemorySource(volume)];
      const onPart = (part: unknown): Promise<void> => take(part as Uint8Array);
      const tail = await runInProcess<number | null>(worker, { input: null, files, onPart, maxMs, name: 'The packer', ...whose });
      return tail === 'endless' ? null : tail;
    },
  };
}
