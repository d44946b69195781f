import type { Vector } from './geometry.ts';
import { placeOn, pointOf, type ImagePlane } from './image-plane.ts';

/** In pixels of a picture, from the centre of the first. */
export interface Line {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/**
 * Where another picture cuts this one: the line in which their planes meet, as far as the other picture reaches, up to the outer edges of its
 * pixels. Null if they are parallel or the other one ends before it meets this plane.
 */
export function referenceLine(on: ImagePlane, other: ImagePlane): Line | null {
  const corners = cornersOf(other);
  const depths = corners.map((corner) => placeOn(on, corner).depth);
  const ends: { x: number; y: number }[] = [];
  for (const [index, corner] of corners.entries()) {
    const next = (index + 1) % corners.length;
    const [depth, nextDepth] = [depths[index]!, depths[next]!];
    // Half open, so that a corner on the plane is met once.
    if (depth < 0 === nextDepth < 0) continue;
    const part = depth / (depth - nextDepth);
    const { x, y } = placeOn(on, between(corner, corners[next]!, part));
    ends.push({ x, y });
  }
  const [from, to] = ends;
  return from && to ? { from, to } : null;
}

/** In order around the picture. */
function cornersOf(plane: ImagePlane): Vector[] {
  const [right, bottom] = [plane.width - 0.5, plane.height - 0.5];
  return [pointOf(plane, -0.5, -0.5), pointOf(plane, right, -0.5), pointOf(plane, right, bottom), pointOf(plane, -0.5, bottom)];
}

function between(a: Vector, b: Vector, part: number): Vector {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part];
}
