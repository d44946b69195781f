import type { Combination } from '#imaging/mask/bits/combine.ts';
import type { ValueRange } from '#imaging/mask/tools/value-range.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';

/** What a tool that computes does to a segment. Slices and voxels are those of the grid, values those in the unit of the series. */
export type Computation =
  | Previewed
  /** Between drawn slices. */
  | { do: 'fill-between' }
  | { do: 'smooth' | 'grow' | 'shrink'; mm: number }
  /** `volume`: what is enclosed in space; `slices`: what is enclosed on a slice. */
  | { do: 'fill-holes'; in: 'volume' | 'slices' }
  | { do: 'keep-largest' }
  /** Islands below a volume are cleared. */
  | { do: 'remove-small'; ml: number }
  /** Is added to what the other slice has. */
  | { do: 'copy-slice'; from: number; to: number }
  /** With another segment, which stays as it is. */
  | { do: 'combine'; with: string; how: Exclude<Combination, 'either'> };

/** What can be shown before it is done. */
export type Previewed =
  /** Sets all values of a range, on one slice or on all (null). */
  | { do: 'threshold'; range: ValueRange; slice: number | null }
  /** Sets what touches a voxel and differs from its value by the tolerance at most; nothing if that is larger than a volume. */
  | { do: 'region'; seed: Voxel; tolerance: number; mostMl: number }
  /**
   * Sets what touches the largest value within a distance of a voxel, and has at least this share of it (0 to 1): a lesion of PET by 41 % of its
   * maximum.
   */
  | { do: 'share-of-max'; seed: Voxel; withinMm: number; share: number; mostMl: number };

/**
 * Why nothing was computed. `no-volume`: the slices make no volume. `no-values`: not all values are here, or the series is in colour. `no-place`: the place is not
 * on the grid, or the slices differ in size. `not-positive`: there is no maximum above 0. `too-large`: the segment or the grid has too many voxels. `over-limit`: the region is larger than it was to be.
 * `too-much`: the result does not fit into an operation.
 */
export type NotComputed = 'no-volume' | 'no-values' | 'no-place' | 'not-positive' | 'too-large' | 'over-limit' | 'too-much';

/** Voxels that have changed. */
export interface ChangedVoxels {
  set: number;
  cleared: number;
}
