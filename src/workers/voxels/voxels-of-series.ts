import type { RowsInSpace } from '#imaging/volume/path-rows.ts';
import type { Slab } from '#imaging/volume/sample-plane.ts';
import type { VolumeShape } from '#imaging/volume/volume.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { NoSlice } from '#model/pictures/no-slice.ts';
import type { ReadSlice } from '#workers/series/slice-reader.ts';

export interface SampledValues {
  values: Float32Array<ArrayBuffer>;
  /** Some of them are those of a lower resolution. */
  isCoarse: boolean;
}

/** The voxels of an open series, wherever they come from. */
export interface VoxelsOfSeries {
  readonly slices: number;
  readonly isCine: boolean;
  /** Where they are; null while it is not known, and if the slices make no volume. */
  readonly shape: VolumeShape | null;
  read(slice: number): Promise<ReadSlice | NoSlice>;
  /** Values on a plane, or on rows that follow a path; null without a volume. */
  sample(on: ImagePlane | RowsInSpace, slab: Slab | null): SampledValues | null;
  /** For planes: the description and the window of the middle slice. */
  middle(): Promise<ReadSlice | NoSlice>;
}
