import type { Bits } from '#imaging/mask/bits/bits.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { EarlierState } from '#workers/masks/history/history-types.ts';
import type { Drawn, MaskSource, NoMask } from '#workers/masks/types.ts';

/** A segmentation of a comparison: as it is now (`at` is null), or as it was; or a label map on the grid of `source`, which never changes. */
export interface ComparedSource {
  source: MaskSource;
  at: EarlierState | null;
  labels?: ComparedLabels | null;
}

export interface ComparedLabels {
  /** Compressed or not. */
  nifti: Uint8Array;
  /** The segment of each value. */
  segments: readonly { segment: string; value: number }[];
}

/** What is known of it, told again after every change. */
export interface ComparedNews {
  /** False: the operations up to its earlier state are not on this device (yet), so nothing is known of its segments. */
  isHere: boolean;
  /** Those that were ever drawn in. `version` differs after every change of its bits. */
  segments: readonly { segment: string; version: number; voxels: number }[];
}

/** A segment of an open one. Null: it has no such segment. */
export interface ComparedSegment {
  key: string;
  segment: string;
}

/** Two segments, on the grid of A. `resample`: B may be resampled to it. */
export interface ComparedPair {
  a: ComparedSegment;
  b: ComparedSegment;
  resample: boolean;
}

/**
 * `closed`: one of the two is not open, or not here. `not-asked`: B is on another grid, and resampling was not agreed to. `frame-of-reference`: B lies in
 * other coordinates. `no-volume`: the slices of one of two grids make no volume, so nothing can be resampled.
 */
export type NotCompared = 'closed' | 'not-asked' | 'frame-of-reference' | 'no-volume';

export type ComparedShapes =
  | {
      ok: true;
      a: Bits;
      b: Bits;
      /** Null where the slices make no volume. */
      space: VoxelSpace | null;
      isResampled: boolean;
      /** Some of B lies beyond the grid of A, and is left out. */
      isCut: boolean;
    }
  | { ok: false; why: NotCompared };

/** A slice by its number in the grid of A, or a plane in the patient. */
export type ComparedWhere = { gridSlice: number } | { plane: ImagePlane };

/** A byte for each pixel, row by row; 1 is set. */
export interface ComparedOnPlane {
  width: number;
  height: number;
  a: Uint8Array<ArrayBuffer>;
  b: Uint8Array<ArrayBuffer>;
}

/** What several segmentations agree on, as new segments of a new segmentation on their grid. */
export interface AgreedMask {
  to: MaskSource;
  /** A vote of each segmentation; null: it has no such segment, which counts as a vote against each voxel. */
  segments: readonly { segment: string; votes: readonly (ComparedSegment | null)[] }[];
  /** Votes that a voxel needs. */
  atLeast: number;
}

/** `empty`: they agree on no voxel. `other-grid`: one of them is on another grid. */
export type Agreed = Drawn | { ok: false; why: 'empty' | 'other-grid' | NoMask['noMask'] };

/** Segmentations that are compared. They are opened apart from those that are drawn on, and nothing is drawn on them. */
export interface MaskComparisons {
  /** `key`: what it is called in the other calls. `onNews` is called until it is closed. */
  openCompared(key: string, compared: ComparedSource, onNews: (news: ComparedNews) => void): Promise<ComparedNews | NoMask>;
  closeCompared(key: string): void;
  /** Bits of both at the moment of the call. */
  comparedShapes(pair: ComparedPair): Promise<ComparedShapes>;
  /** Null: it is not on the grid, or cannot be compared. */
  comparedOn(pair: ComparedPair, where: ComparedWhere): Promise<ComparedOnPlane | null>;
  /** `beforeStored`: called with the segments that have a voxel, once nothing can be refused any more but for want of room. The others are left out. */
  storeAgreed(agreed: AgreedMask, beforeStored: (segments: readonly string[]) => Promise<void>): Promise<Agreed>;
}
