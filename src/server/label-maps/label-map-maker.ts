import type { ByteSource } from '#imaging/byte-source.ts';
import type { WrittenOperation } from '#imaging/mask/replay/read-operation.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { runInProcess } from '#server/process/run-in-process.ts';

export interface MaskToWrite {
  segmentation: string;
  /** In the order of their numbers, from the first one. */
  operations: readonly (WrittenOperation & { number: number })[];
  /** In the order in which they are written: the last one wins where they overlap. */
  segments: readonly { segment: string; value: number }[];
  grid: VoxelSpace;
}

export interface MadeLabelMap {
  /** NIfTI in gzip. The same mask on the same volume gives the same bytes. */
  bytes: Uint8Array;
  /** By value. */
  voxels: [value: number, count: number][];
  overlapping: number;
}

/** `damaged`: the operations, or the volume, cannot be read. `other-voxels`: the volume is not on the grid. */
export type LabelMapFailure = 'damaged' | 'other-voxels';

/** Makes label maps in a process of its own: a mask may take more memory than a server has left. */
export interface LabelMapMaker {
  make(mask: MaskToWrite, volume: ByteSource, run: { owner: string; signal: AbortSignal }): Promise<MadeLabelMap | LabelMapFailure>;
}

const WORKER = new URL('./label-map.worker.ts', import.meta.url);
const MAKE_MAX_MS = 5 * 60_000;
/** Operations and their blocks are objects; voxels are not counted. */
const HEAP_MB = 1024;

export function createLabelMapMaker({ maxMs = MAKE_MAX_MS, worker = WORKER } = {}): LabelMapMaker {
  return {
    async make(mask, volume, { owner, signal }) {
      const made = await runInProcess<MadeLabelMap | LabelMapFailure>(worker, {
        ...{ input: mask, files: [volume], maxMs, name: 'The writer of label maps', heapMb: HEAP_MB, owner, signal },
      });
      if (made === 'endless') throw new Error('Writing a label map took too long');
      return made;
    },
  };
}
