import type { VoxelSpace } from '#model/grids/voxel-space.ts';

/** Values of voxels, columns first, and where they lie. 0 is the background. */
export interface LabelMap {
  space: VoxelSpace;
  labels: Uint8Array;
}

/** `damaged`: the file is not a label map. `too-large`: more voxels than a device takes. */
export type LabelMapRead = ({ ok: true } & LabelMap) | { ok: false; why: 'damaged' | 'too-large' };
