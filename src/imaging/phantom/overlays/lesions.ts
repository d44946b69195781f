import type { PhantomPlan } from '#imaging/phantom.ts';
import { firstPixelPosition } from '#imaging/phantom/elements.ts';
import { createEllipsoid, insidePart, type Triple } from '#imaging/phantom/ellipsoid.ts';
import { PLANE_DIRECTIONS } from '#imaging/phantom/planes.ts';

/** What the overlays of the phantom mark: two balls that overlap. */
export interface PhantomLesion {
  number: number;
  label: string;
  /** mm, in patient coordinates. */
  centre: Triple;
  radiusMm: number;
  /** Red, green, blue. */
  rgb: Triple;
  /** The same in CIELab, as three numbers of 16 bits. */
  cielab: Triple;
}

export const PHANTOM_LESIONS: readonly PhantomLesion[] = [
  { number: 1, label: 'Lesion', centre: [12, -20, 0], radiusMm: 24, rgb: [221, 130, 101], cielab: [41661, 41167, 40792] },
  { number: 2, label: 'Core', centre: [24, -14, 0], radiusMm: 16, rgb: [128, 174, 128], cielab: [43803, 26565, 37722] },
];

/** How much of each pixel of a slice is in the lesion, from 0 to 1, row by row. */
export function lesionParts(plan: PhantomPlan, slice: number, { centre, radiusMm }: PhantomLesion): Float64Array {
  const ball = createEllipsoid(centre, [radiusMm, radiusMm, radiusMm]);
  return Float64Array.from({ length: plan.matrix ** 2 }, (_, index) => {
    const [x, y, z] = pointOfPixel(plan, slice, index % plan.matrix, Math.floor(index / plan.matrix));
    return insidePart(ball, x, y, z);
  });
}

/** The circle in which a slice cuts the lesion; null if it does not. */
export function lesionCircle(plan: PhantomPlan, slice: number, lesion: PhantomLesion): { centre: Triple; radiusMm: number } | null {
  const { normal } = PLANE_DIRECTIONS[plan.plane];
  const first = pointOfPixel(plan, slice, 0, 0);
  const depth = [0, 1, 2].reduce((sum, axis) => sum + normal[axis]! * (first[axis]! - lesion.centre[axis]!), 0);
  if (Math.abs(depth) >= lesion.radiusMm) return null;
  return { centre: moved(lesion.centre, normal, depth), radiusMm: Math.sqrt(lesion.radiusMm ** 2 - depth ** 2) };
}

/** The slice in which the lesion is largest. */
export function middleSlice(plan: PhantomPlan, lesion: PhantomLesion): number {
  const radii = Array.from({ length: plan.slices }, (_, slice) => lesionCircle(plan, slice, lesion)?.radiusMm ?? 0);
  return radii.indexOf(Math.max(...radii));
}

/** From the centre of the circle into a direction of the slice: 0 is to the right. */
export function pointOnCircle({ plane }: PhantomPlan, { centre, radiusMm }: { centre: Triple; radiusMm: number }, angle: number): Triple {
  const { row, column } = PLANE_DIRECTIONS[plane];
  return moved(moved(centre, row, radiusMm * Math.cos(angle)), column, radiusMm * Math.sin(angle));
}

/** In pixels of a slice, from the corner of the first pixel (PS3.3 C.10.5.1.2). */
export function pixelOfPoint(plan: PhantomPlan, slice: number, point: Triple): [number, number] {
  const { row, column } = PLANE_DIRECTIONS[plan.plane];
  const first = firstPixelPosition(plan, slice);
  const along = (direction: Triple) => [0, 1, 2].reduce((sum, axis) => sum + direction[axis]! * (point[axis]! - first[axis]!), 0);
  return [along(row) / plan.pixelSpacingMm + 0.5, along(column) / plan.pixelSpacingMm + 0.5];
}

function pointOfPixel(plan: PhantomPlan, slice: number, across: number, down: number): Triple {
  const { row, column } = PLANE_DIRECTIONS[plan.plane];
  const [x, y, z] = firstPixelPosition(plan, slice) as [number, number, number];
  return moved(moved([x, y, z], row, across * plan.pixelSpacingMm), column, down * plan.pixelSpacingMm);
}

function moved([x, y, z]: Triple, [dx, dy, dz]: Triple, by: number): Triple {
  return [x + dx * by, y + dy * by, z + dz * by];
}
