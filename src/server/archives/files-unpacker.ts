import type { ByteSource } from '#imaging/byte-source.ts';
import { runInProcess } from '#server/process/run-in-process.ts';
import type { UnpackedPart } from './archive-unpacker.ts';
import type { FilesProblem } from './unpack-files.ts';

/** As for an upload's archives: process-unpacker.ts. */
const HEAP_MB = 160;
const UNPACK = new URL('./unpack-files.worker.ts', import.meta.url);

/** Returns all files of an archive part by part, or why it is refused. */
export interface FilesUnpacker {
  unpack(
    archive: { name: string; source: ByteSource },
    signal: AbortSignal,
    take: (part: UnpackedPart) => Promise<void>,
  ): Promise<{ problem: FilesProblem | null }>;
}

/** Each archive in a separate process, which ends afterwards. */
export function createFilesUnpacker({ maxMs }: { maxMs: number }): FilesUnpacker {
  return {
    async unpack({ name, source }, signal, take) {
      const ended = await runInProcess<{ problem: FilesProblem | null }>(UNPACK, {
        input: name,
        files: [source],
        onPart: (part) => take(part as UnpackedPart),
        ...{ signal, maxMs, heapMb: HEAP_MB, name: 'The unpacker' },
      });
      return ended === 'endless' ? { problem: 'archive-slow' } : ended;
    },
  };
}
