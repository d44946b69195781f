import type { InstanceDescription } from '#model/studies/instance.ts';

export type Vector = readonly [number, number, number];
export type Orientation = readonly [number, number, number, number, number, number];

/** Row direction x column direction: towards the next slice (PS3.3 C.7.6.2.1.1). Null if the two are not valid directions. */
export function sliceNormal(orientation: Orientation): Vector | null {
  const [rx, ry, rz, cx, cy, cz] = orientation;
  const normal: Vector = [ry * cz - rz * cy, rz * cx - rx * cz, rx * cy - ry * cx];
  // Not Math.hypot, which browsers round differently.
  const length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
  // Perpendicular unit vectors give 1; less than a half means damaged values, not a tilted gantry.
  if (!(length > 0.5)) return null;
  return [normal[0] / length, normal[1] / length, normal[2] / length];
}

/** Distance of a slice from the origin along its normal; null if the header gives no position. */
export function slicePositionMm({ imageOrientationPatient, imagePositionPatient }: Placed): number | null {
  if (!imageOrientationPatient || !imagePositionPatient) return null;
  const normal = sliceNormal(imageOrientationPatient);
  if (!normal) return null;
  const position = normal.reduce((sum, part, axis) => sum + part * (imagePositionPatient[axis] ?? 0), 0);
  return Math.round(position * 1000) / 1000;
}

/**
 * Frames in order of position along their normal, each with its number in the file; in file order unless all are parallel. If every
 * position occurs equally often (contrasts, echoes, times, b-values), one volume follows the other, starting with the first frames of all
 * positions.
 */
export function frameOrder(frames: readonly Placed[]): number[] {
  const inFile = frames.map((_, frame) => frame);
  const positions = frames.map(slicePositionMm);
  const [first] = frames;
  if (!first || positions.includes(null) || !frames.every((frame) => isParallel(frame, first))) return inFile;
  const along = inFile.toSorted((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0) || a - b);
  const { slices, volumes } = frameVolumes(frames);
  if (slices === 1) return along;
  return Array.from(along, (_, at) => along[(at % slices) * volumes + Math.floor(at / slices)] as number);
}

/**
 * Number of volumes in the frames of an image, and slices of each: one of all frames unless some share a position. If positions occur
 * unequally often, each frame is a separate volume, since they are not a stack.
 */
export function frameVolumes(frames: readonly Placed[]): { slices: number; volumes: number } {
  const one = { slices: frames.length, volumes: 1 };
  const positions = frames.map(slicePositionMm);
  const [first] = frames;
  if (!first || positions.includes(null) || !frames.every((frame) => isParallel(frame, first))) return one;
  const taken = [...Map.groupBy(positions, (position) => position).values()].map(({ length }) => length);
  const [times = 1] = taken;
  if (taken.every((length) => length === times)) return { slices: taken.length, volumes: times };
  return { slices: 1, volumes: frames.length };
}

type Placed = Pick<InstanceDescription, 'imageOrientationPatient' | 'imagePositionPatient'>;

/** Direction cosines are written with about six digits: scanners repeat one orientation with differences in the fifth. */
export const SAME_COSINE = 1e-3;

function isParallel(a: Placed, b: Placed): boolean {
  const other = b.imageOrientationPatient;
  return a.imageOrientationPatient?.every((cosine, index) => Math.abs(cosine - (other?.[index] ?? NaN)) <= SAME_COSINE) ?? false;
}

export type Plane = 'axial' | 'coronal' | 'sagittal';

/** The plane of the slices, or the nearest; x is right to left, y front to back, z feet to head. */
export function nearestPlane(orientation: Orientation): Plane | null {
  const normal = sliceNormal(orientation);
  if (!normal) return null;
  const [x, y, z] = normal.map(Math.abs) as [number, number, number];
  if (z >= x && z >= y) return 'axial';
  return y >= x ? 'coronal' : 'sagittal';
}
