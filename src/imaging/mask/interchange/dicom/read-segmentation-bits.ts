import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { readSegmentMask } from '#imaging/dicom/overlays/read-segment-mask.ts';
import type { FrameRefusal } from '#imaging/dicom/pixels/stored-frame.ts';
import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { runsToBits } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { writePlane } from '#imaging/mask/bits/slices.ts';
import { copyToGrid } from '#imaging/mask/tools/copy.ts';
import { gridSize, sliceSpaceOf, voxelSpaceOf, voxelToPatient, type Grid, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { sliceNormal, type Vector } from '#model/pictures/geometry.ts';
import { dot, length, minus, scaled } from '#model/pictures/vector.ts';
import { isReferenced } from '#model/overlays/image-reference.ts';
import type { SegmentFrame, Segmentation } from '#model/overlays/segmentation.ts';

export type SegmentationBits =
  /** By number of the segment. `isResampled`: its pixels are not those of the grid, so borders have moved by up to half a voxel. `isCut`: some of it lies beyond. */
  | { ok: true; bits: Map<number, Bits>; isResampled: boolean; isCut: boolean }
  /** `other-geometry`: it was not asked to be resampled, or cannot be, because it does not say where it lies. */
  | { ok: false; why: 'other-geometry' }
  | FrameRefusal;

/**
 * The masks of a DICOM segmentation (`readSegmentation`) on a grid. Each frame is laid on the slice whose pixels are its own, by place in the patient; a
 * fraction counts from a half. Compressed frames need `codecs`. `step` is called before each frame with how much is read, from 0 to 1; what it throws ends it.
 */
export async function readSegmentationBits(
  header: ReadHeader,
  segmentation: Segmentation,
  grid: Grid,
  { resample, codecs, step }: { resample: boolean; codecs: Codecs | null; step?: (part: number) => Promise<void> },
): Promise<SegmentationBits> {
  const places = segmentation.frames.map((frame) => sliceOf(frame, grid));
  const isResampled = places.includes(null);
  const stack = isResampled ? stackOf(segmentation.frames) : null;
  const space = voxelSpaceOf(grid);
  if (isResampled && (!resample || !stack || !space)) return { ok: false, why: 'other-geometry' };
  const layers = new Map(segmentation.segments.map(({ number }) => [number, emptyBits(stack ? stack.space.size : gridSize(grid))]));
  for (const [at, frame] of segmentation.frames.entries()) {
    await step?.(at / segmentation.frames.length);
    const slice = stack ? stack.slices[at]! : places[at]!;
    for (const segment of frame.segment === null ? layers.keys() : [frame.segment]) {
      const mask = await readSegmentMask(header, segmentation, { frame: frame.frame, segment }, codecs);
      if (!mask.ok) return mask;
      const set = mask.values.map((value) => (2 * value >= segmentation.fullValue ? 1 : 0));
      if (!set.includes(1)) continue;
      layers.set(segment, addPlane(layers.get(segment)!, slice, frame, set));
    }
  }
  if (!stack) return { ok: true, bits: layers, isResampled, isCut: false };
  const copied = [...layers].map(([number, bits]) => ({ number, ...copyToGrid(bits, stack.space, space!) }));
  return {
    ok: true,
    bits: new Map(copied.map(({ number, change }) => [number, runsToBits(space!.size, change.set)])),
    isResampled,
    isCut: copied.some(({ isCut }) => isCut),
  };
}

/** Two frames of a segment on one slice are one. A slice may be smaller than the largest of its grid. */
function addPlane(bits: Bits, slice: number, { columns, rows }: SegmentFrame, set: Uint8Array): Bits {
  const [width, height] = bits.size;
  const mask = new Uint8Array(width * height);
  for (let row = 0; row < rows; row += 1) mask.set(set.subarray(row * columns, (row + 1) * columns), row * width);
  return combined(bits, writePlane(emptyBits(bits.size), 2, slice, { width, height, mask }), 'union');
}

/** Of a pixel: frames whose corners are no further from those of a slice have its pixels. */
const SAME_PLACE = 0.1;
/** mm between positions that are one. */
const SAME_MM = 0.01;

/** The slice of the grid that has the pixels of a frame; null if there is none. Of repeated positions it is the one that the frame names. */
function sliceOf({ columns, rows, position, orientation, spacing, references }: SegmentFrame, grid: Grid): number | null {
  if (!position || !orientation || !spacing) return null;
  const [ax, ay, az, dx, dy, dz] = orientation;
  const own: VoxelSpace = {
    size: [columns, rows, 1],
    origin: position,
    steps: [scaled([ax, ay, az], spacing[0]), scaled([dx, dy, dz], spacing[1]), [0, 0, 0]],
  };
  const corners = cornersOf(own);
  const found = grid.slices.flatMap(({ position: ofSlice, plane }, index) => {
    const space = ofSlice && grid.planes[plane]!.orientation && sliceSpaceOf(grid, index);
    if (!space || space.size[0] !== columns || space.size[1] !== rows) return [];
    const isSame = cornersOf(space).every((corner, at) => length(minus(corner, corners[at]!)) <= SAME_PLACE * Math.min(...spacing));
    return isSame ? [index] : [];
  });
  const named = found.find((index) => isReferenced(references, grid.slices[index]!));
  return named ?? found[0] ?? null;
}

const cornersOf = (space: VoxelSpace): Vector[] =>
  [[0, 0, 0] as const, [space.size[0] - 1, 0, 0] as const, [0, space.size[1] - 1, 0] as const].map((corner) =>
    voxelToPatient(space, corner),
  );

/** The frames as slices of a regular space of their own, in which those without voxels may be missing. Null unless they are parallel and lie in it. */
function stackOf(frames: readonly SegmentFrame[]): { space: VoxelSpace; slices: number[] } | null {
  const [first] = frames;
  const normal = first?.orientation && sliceNormal(first.orientation);
  if (
    !first ||
    !normal ||
    !first.spacing ||
    frames.some(
      ({ position, columns, rows, orientation, spacing }) =>
        !position ||
        columns !== first.columns ||
        rows !== first.rows ||
        `${orientation}` !== `${first.orientation}` ||
        `${spacing}` !== `${first.spacing}`,
    )
  )
    return null;
  const heights = frames.map(({ position }) => dot(position!, normal));
  const sorted = [...heights].sort((a, b) => a - b);
  const gaps = sorted.map((height, at) => height - (sorted[at - 1] ?? Number.NaN)).filter((gap) => gap > SAME_MM);
  const step = first.sliceSpacing ?? (gaps.length > 0 ? Math.min(...gaps) : null);
  if (step === null || !(step > 0)) return null;
  const slices = heights.map((height) => (height - sorted[0]!) / step);
  const lowest = frames[heights.indexOf(sorted[0]!)]!.position!;
  const isRegular = frames.every(({ position }, at) => {
    const [expected, own] = [scaled(normal, Math.round(slices[at]!) * step), minus(position!, lowest)];
    return length(minus(own, expected)) <= SAME_SLICE * step;
  });
  if (!isRegular) return null;
  const [ax, ay, az, dx, dy, dz] = first.orientation!;
  const steps: [Vector, Vector, Vector] = [
    scaled([ax, ay, az], first.spacing[0]),
    scaled([dx, dy, dz], first.spacing[1]),
    scaled(normal, step),
  ];
  return {
    space: { size: [first.columns, first.rows, Math.round(Math.max(...slices)) + 1], origin: lowest, steps },
    slices: slices.map(Math.round),
  };
}

/** Of the distance of slices. */
const SAME_SLICE = 0.1;
