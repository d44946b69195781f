import type { Bits } from '#imaging/mask/bits/bits.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';

/** A segment and where its voxels are; no space: the slices make no volume. */
export interface ShapeOfSegment {
  bits: Bits;
  space: VoxelSpace | null;
}

/** A closed surface, to be drawn. mm, in the patient coordinates of DICOM. */
export interface SmoothSurface {
  /** x y z of each corner. */
  points: Float32Array<ArrayBuffer>;
  /** At each corner: outwards, length 1. */
  normals: Float32Array<ArrayBuffer>;
  /** Three numbers of corners for each triangle, counterclockwise as seen from outside. */
  triangles: Uint32Array<ArrayBuffer>;
}

/** `too-large`: the box around the segment has more voxels than are computed, or the surface would have more triangles than are drawn. */
export type Surfaced = { ok: true; surface: SmoothSurface } | { ok: false; why: 'no-volume' | 'too-large' };
