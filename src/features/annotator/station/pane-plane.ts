import type { Vector } from '#model/pictures/geometry.ts';
import { pointOf, type ImagePlane } from '#model/pictures/image-plane.ts';
import { dot } from '#model/pictures/vector.ts';
import { facingOf, type Pane } from './pane.ts';
import { middleOfVolume, normalOf, type SeriesShape } from './series-shape.ts';

/** The part of space that a pane shows, without its picture: a stored slice, or a plane as far as the volume reaches. Null along a path. */
export function planeOfPane(pane: Pane, shape: SeriesShape): ImagePlane | null {
  const facing = facingOf(pane);
  if (pane.show === 'path') return null;
  if (facing === null) return shape.planes[pane.slice] ?? null;
  const point = pane.point ?? middleOfVolume(shape);
  const [front, back] = [shape.planes[0], shape.planes.at(-1)];
  if (!point || !front || !back) return null;
  const corners = [front, back].flatMap((plane) =>
    [0, plane.width - 1].flatMap((x) => [0, plane.height - 1].map((y) => pointOf(plane, x, y))),
  );
  const [left, width] = extent(corners, facing.right);
  const [top, height] = extent(corners, facing.below);
  const normal = normalOf(facing);
  const depth = dot(point, normal);
  const origin = [0, 1, 2].map((axis) => facing.right[axis]! * left + facing.below[axis]! * top + normal[axis]! * depth);
  return { width, height, origin: origin as unknown as Vector, right: facing.right, below: facing.below };
}

/** In whole mm. */
function extent(corners: readonly Vector[], direction: Vector): [from: number, mm: number] {
  const along = corners.map((corner) => dot(corner, direction));
  const low = Math.min(...along);
  return [low, Math.ceil(Math.max(...along) - low) + 1];
}
