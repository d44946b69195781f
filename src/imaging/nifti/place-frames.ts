import { SAME_COSINE, type Vector } from '#model/pictures/geometry.ts';
import type { FrameDescription } from '#model/studies/instance.ts';
import { cross, dot, length, minus, scaled } from '#model/pictures/vector.ts';

/** The NIfTI header fields that place a volume whose rows run bottom to top. */
export interface PlacedVolume {
  /** mm. */
  sliceSpacing: number;
  qfac: -1 | 1;
  qform: number[];
  sform: number[][];
}

/**
 * Positions of the volumes that an image's frames form (PS3.3 C.7.6.2.1.1, nifti1.h methods 2 and 3). The frames come in voxel order: one
 * volume after the other, each with `slices` slices along the normal. Null unless every volume is the same regular stack: parallel, equally
 * spaced, aligned slices at the same positions in every volume.
 */
export function placeFrames(
  frames: readonly FrameDescription[],
  { slices, rows, pixelSpacing }: { slices: number; rows: number; pixelSpacing: readonly number[] | null },
): PlacedVolume | null {
  const orientation = frames[0]?.imageOrientationPatient;
  const [between = 0, across = 0] = pixelSpacing ?? [];
  if (!orientation || slices < 2 || !isSize(between) || !isSize(across)) return null;
  const [along, down] = [orientation.slice(0, 3), orientation.slice(3)] as unknown as [Vector, Vector];
  if (!areUnits(along, down)) return null;
  const positions = frames.map(({ imagePositionPatient }) => imagePositionPatient);
  const [first, last] = [positions[0], positions[slices - 1]];
  if (!first || !last) return null;
  const step = scaled(minus(last, first), 1 / (slices - 1));
  const sliceSpacing = length(step);
  const tolerance = sliceSpacing * LARGEST_DEVIATION;
  const isRegular = positions.every(
    (position, at) => position && length(minus(minus(position, first), scaled(step, at % slices))) <= tolerance,
  );
  const isStraight = length(minus(step, scaled(cross(along, down), sliceSpacing))) <= tolerance;
  if (!isSize(sliceSpacing) || !isRegular || !isStraight) return null;
  // The first voxel belongs to the last row.
  const corner = minus(first, scaled(down, -between * (rows - 1)));
  const [x, y, z] = [along, scaled(down, -1), cross(along, down)].map(toRas) as [Vector, Vector, Vector];
  const origin = toRas(corner);
  return {
    sliceSpacing,
    // Rows bottom to top and slices along the normal form a left-handed system.
    qfac: -1,
    qform: [...quaternionOf(x, y, scaled(z, -1)), ...origin],
    sform: [0, 1, 2].map((axis) => [x[axis]! * across, y[axis]! * between, z[axis]! * sliceSpacing, origin[axis]!]),
  };
}

/** Fraction of the slice distance: a larger deviation makes the stack irregular. */
const LARGEST_DEVIATION = 0.01;

function isSize(mm: number): boolean {
  return Number.isFinite(mm) && mm > 0;
}

function areUnits(a: Vector, b: Vector): boolean {
  return [length(a) - 1, length(b) - 1, dot(a, b)].every((deviation) => Math.abs(deviation) <= SAME_COSINE);
}

/** DICOM counts x towards the left and y towards the back (LPS), NIfTI the opposite (RAS). */
function toRas([x, y, z]: Vector): Vector {
  return [-x, -y, z];
}

/** Quaternion (b, c, d) of the rotation with these columns: `nifti_mat44_to_quatern` of nifti1_io.c. Its a is never negative. */
function quaternionOf([r11, r21, r31]: Vector, [r12, r22, r32]: Vector, [r13, r23, r33]: Vector): Vector {
  const squares = [1 + r11 + r22 + r33, 1 + r11 - r22 - r33, 1 - r11 + r22 - r33, 1 - r11 - r22 + r33];
  const largest = squares.indexOf(Math.max(...squares));
  const root = Math.sqrt(squares[largest]!);
  const [a, b, c, d] = [
    [root, (r32 - r23) / root, (r13 - r31) / root, (r21 - r12) / root],
    [(r32 - r23) / root, root, (r12 + r21) / root, (r13 + r31) / root],
    [(r13 - r31) / root, (r12 + r21) / root, root, (r23 + r32) / root],
    [(r21 - r12) / root, (r13 + r31) / root, (r23 + r32) / root, root],
  ][largest] as [number, number, number, number];
  return scaled([b, c, d], a < 0 ? -0.5 : 0.5);
}
