import { isNoSlice } from '#model/pictures/no-slice.ts';
import type { ShownPlane } from '#model/overlays/overlay-on-plane.ts';
import { finestSpacing } from '#imaging/volume/volume.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { cross, dot, length, minus } from '#model/pictures/vector.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { planeOf } from './series-voxels.ts';
import type { PlaneOfSeries } from './types.ts';
import type { VoxelsOfSeries } from './voxels-of-series.ts';

/** A slice or plane of a series, as overlays are placed on it. `plane` is null for a slice without a place; null: it cannot be read. */
export interface PlaneForOverlays extends Omit<ShownPlane, 'plane'> {
  plane: ImagePlane | null;
  width: number;
  height: number;
}

export async function shownPlane(voxels: VoxelsOfSeries, where: PlaneOfSeries): Promise<PlaneForOverlays | null> {
  return 'slice' in where ? shownSlice(voxels, where.slice) : shownComputed(voxels, where.plane);
}

async function shownSlice(voxels: VoxelsOfSeries, slice: number): Promise<PlaneForOverlays | null> {
  if (slice < 0 || slice >= voxels.slices) return null;
  const read = await voxels.read(slice);
  if (isNoSlice(read)) return null;
  const { description, frameInFile } = read;
  const next = voxels.slices > 1 ? await voxels.read(slice + 1 < voxels.slices ? slice + 1 : slice - 1) : null;
  return {
    plane: planeOf(description),
    width: description.columns,
    height: description.rows,
    sliceSpacing: spacingOf(description, next === null || isNoSlice(next) ? null : next.description),
    frameOfReference: description.frameOfReferenceUid ?? '',
    // A volume in NIfTI names no instance.
    image: description.type === 'nii' ? null : { sop: description.sopInstanceUid, frame: frameInFile },
  };
}

async function shownComputed(voxels: VoxelsOfSeries, plane: ImagePlane): Promise<PlaneForOverlays | null> {
  const { shape } = voxels;
  const middle = shape && (await voxels.middle());
  if (!shape || !middle || isNoSlice(middle)) return null;
  const { width, height } = plane;
  const frameOfReference = middle.description.frameOfReferenceUid ?? '';
  return { plane, width, height, sliceSpacing: finestSpacing(shape), frameOfReference, image: null };
}

/** mm to the neighbouring slice; the thickness of the slice if there is none, or if it has the same place, as in a series over time. */
function spacingOf(description: InstanceDescription, next: InstanceDescription | null): number {
  const [own, other] = [planeOf(description), next && planeOf(next)];
  const normal = own && cross(own.right, own.below);
  const mm = own && other && normal ? Math.abs(dot(minus(other.origin, own.origin), normal)) / length(normal) : 0;
  return mm > 0 ? mm : (description.sliceThickness ?? 0);
}
