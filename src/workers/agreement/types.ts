import type { MaskOperation } from '#contract/mask-operations.ts';

/** A mask as the server has it. */
export interface SentMask {
  segmentation: string;
  /** Voxels of its grid along each axis. */
  size: readonly [number, number, number];
  /** All from the first one on, in their order. */
  operations: readonly MaskOperation[];
}

/** Segments of two open masks of one grid, by UUID; null: the mask has no such segment. A mask of null is empty. */
export interface AskedPair {
  a: string | null;
  b: string | null;
  segments: readonly { a: string | null; b: string | null }[];
}
