import { runInProcess } from '#server/process/run-in-process.ts';
import type {
  ArchiveUnpacker,
  FilesProblem,
  FilesUnpacker,
  FramePixels,
  SliceValues,
  UnpackedCount,
  UnpackedPart,
} from './archive-unpacker.ts';
import type { SortedBatch } from './sort-files.ts';

/**
 * JavaScript objects: a directory of 100,000 entries takes 60 MB. Bytes are additional: a pack, a step of the inflater, nested archives (128 MiB)
 * and the limit of UnRAR (224 MiB), so that a process stays below 512 MB.
 */
const HEAP_MB = 160;
const UNPACK = new URL('./unpack.worker.ts', import.meta.url);
const UNPACK_FILES = new URL('./unpack-files.worker.ts', import.meta.url);
const SORT = new URL('./sort.worker.ts', import.meta.url);
const PIXELS = new URL('./pixels.worker.ts', import.meta.url);
const SLICES = new URL('./slices.worker.ts', import.meta.url);
/** A user waits for it. */
const PIXELS_MS = 30_000;

/** Each archive in a separate process, which ends afterwards. `maxMs` limits one archive, and the sorting of one upload. */
export function createArchiveUnpacker({ maxMs, worker = UNPACK }: { maxMs: number; worker?: URL }): ArchiveUnpacker {
  return {
    async unpack({ name, passwords, source }, signal, take) {
      const unpacked = await runInProcess<UnpackedCount>(worker, {
        input: { name, passwords },
        files: [source],
        onPart: (part) => take(part as UnpackedPart),
        ...{ signal, maxMs, heapMb: HEAP_MB, name: 'The unpacker' },
      });
      return unpacked === 'endless' ? { problem: 'archive-slow' } : unpacked;
    },
    async sort(files, signal) {
      const input = files.map(({ name, sha256 }) => ({ name, sha256 }));
      const sources = files.map((file) => file.source);
      const sorted = await runInProcess<SortedBatch>(SORT, { input, files: sources, signal, maxMs, name: 'The sorter' });
      if (sorted === 'endless') throw new Error('Sorting an upload did not finish in time');
      return sorted;
    },
    async pixels({ name, source }, owner, signal) {
      const run = { input: name, files: [source], owner, signal, maxMs: PIXELS_MS, name: 'The reader' };
      const pixels = await runInProcess<FramePixels | null>(PIXELS, run);
      return pixels === 'endless' ? null : pixels;
    },
    async slices(files, wanted, owner, signal) {
      const input = { names: files.map(({ name }) => name), wanted };
      const run = { input, files: files.map(({ source }) => source), owner, signal, maxMs: PIXELS_MS, name: 'The reader' };
      const slices = await runInProcess<SliceValues | null>(SLICES, run);
      return slices === 'endless' ? null : slices;
    },
  };
}

/** The same for archives of file areas. */
export function createFilesUnpacker({ maxMs }: { maxMs: number }): FilesUnpacker {
  return {
    async unpack({ name, source }, signal, take) {
      const unpacked = await runInProcess<{ problem: FilesProblem | null }>(UNPACK_FILES, {
        input: name,
        files: [source],
        onPart: (part) => take(part as UnpackedPart),
        ...{ signal, maxMs, heapMb: HEAP_MB, name: 'The unpacker' },
      });
      return unpacked === 'endless' ? { problem: 'archive-slow' } : unpacked;
    },
  };
}
