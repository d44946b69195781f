import type { Samples } from '#imaging/frame.ts';
import type { ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import { withModalityLut } from '#imaging/render/look.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { isNoSlice } from '#model/pictures/no-slice.ts';
import type { SeriesGeometry } from './types.ts';
import type { VoxelsOfSeries } from './voxels-of-series.ts';

/** `not-read`: not all of it is here. `no-volume`: its slices make no volume of grey values. */
export type WholeImage = { ok: true; image: ChannelImage } | { ok: false; why: 'not-read' | 'no-volume' | 'too-large' };

/** A copy of all voxels of an open series, in the order of its grid, for a model to run on. `pause`: lets other requests in after a slice. */
export async function wholeImage(
  voxels: VoxelsOfSeries,
  geometry: SeriesGeometry | null,
  { mostBytes, pause }: { mostBytes: number; pause: () => Promise<void> },
): Promise<WholeImage> {
  if (geometry === null) return { ok: false, why: 'not-read' };
  const { grid, gridSlices, noPlanes } = geometry;
  if (noPlanes === 'too-large') return { ok: false, why: 'too-large' };
  const space = grid === null ? null : voxelSpaceOf(grid);
  if (noPlanes !== null || space === null || gridSlices === null)
    return { ok: false, why: noPlanes === 'missing' ? 'not-read' : 'no-volume' };
  const [columns, rows, slices] = space.size;
  let whole: { samples: Samples; slope: number; intercept: number } | null = null;
  for (let slice = 0; slice < slices; slice += 1) {
    const read = await voxels.read(slice);
    if (isNoSlice(read) || read.isCoarse) return { ok: false, why: 'not-read' };
    const { frame, description } = read;
    if (frame.kind !== 'grey' || frame.samples.length !== columns * rows) return { ok: false, why: 'no-volume' };
    const { rescaleSlope: slope, rescaleIntercept: intercept } = withModalityLut(description);
    if (frame.samples.byteLength * slices > mostBytes) return { ok: false, why: 'too-large' };
    whole ??= {
      samples: new (frame.samples.constructor as new (length: number) => Samples)(columns * rows * slices),
      ...{ slope, intercept },
    };
    if (whole.slope !== slope || whole.intercept !== intercept) return { ok: false, why: 'no-volume' };
    whole.samples.set(frame.samples as ArrayLike<number> as never, gridSlices[slice]! * columns * rows);
    await pause();
  }
  return whole === null ? { ok: false, why: 'no-volume' } : { ok: true, image: { space, ...whole } };
}
