import { length } from '#model/pictures/vector.ts';
import type { Place } from '#ui/viewer/view-place.ts';
import type { Picture } from '#workers/voxels/types.ts';

/** A picture laid out in its proportions: mm where they are known, else widths of a pixel. */
export interface Sheet {
  width: number;
  height: number;
  /** Size of a pixel. */
  pixel: { width: number; height: number };
}

/** Maps from the top left of a sheet to CSS pixels from the top left of its cell: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Laid {
  place: Place;
  /** Quarter turns to the right. */
  quarters: number;
  isFlipped: boolean;
}

interface Size {
  width: number;
  height: number;
}

export function sheetOf({ frame, plane, pixelAspect, spacingMm }: Picture): Sheet {
  const width = plane ? length(plane.right) : (spacingMm?.width ?? 1);
  const pixel = { width, height: plane ? length(plane.below) : width * pixelAspect };
  return { width: frame.columns * pixel.width, height: frame.rows * pixel.height, pixel };
}

/** CSS pixels for a unit of the sheet. */
export function scaleOf(cell: Size, sheet: Size, { place, quarters }: Laid): number {
  const [width, height] = quarters % 2 === 0 ? [sheet.width, sheet.height] : [sheet.height, sheet.width];
  return place.zoom * Math.min(cell.width / width, cell.height / height);
}

const COSINES = [1, 0, -1, 0];
const SINES = [0, 1, 0, -1];

export function matrixOf(cell: Size, sheet: Size, laid: Laid): Matrix {
  const scale = scaleOf(cell, sheet, laid);
  const [cos, sin] = [COSINES[laid.quarters]! * scale, SINES[laid.quarters]! * scale];
  const side = laid.isFlipped ? -1 : 1;
  const [a, b, c, d] = [cos * side, sin * side, -sin, cos];
  const [x, y] = [cell.width / 2 + laid.place.x, cell.height / 2 + laid.place.y];
  return [a, b, c, d, x - (a * sheet.width + c * sheet.height) / 2, y - (b * sheet.width + d * sheet.height) / 2];
}

interface Point {
  x: number;
  y: number;
}

/** A point of the picture, in pixels from the centre of the first one, on the cell. */
export function toCell([a, b, c, d, e, f]: Matrix, { pixel }: Sheet, point: Point): Point {
  const [x, y] = [(point.x + 0.5) * pixel.width, (point.y + 0.5) * pixel.height];
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** The reverse of `toCell`. */
export function toPicture([a, b, c, d, e, f]: Matrix, { pixel }: Sheet, point: Point): Point {
  const [x, y] = [point.x - e, point.y - f];
  const determinant = a * d - b * c;
  return {
    x: (d * x - c * y) / determinant / pixel.width - 0.5,
    y: (a * y - b * x) / determinant / pixel.height - 0.5,
  };
}
