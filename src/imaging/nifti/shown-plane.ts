import type { Orientation, Vector } from '#model/geometry.ts';
import { length, scaled, type Affine } from './affine.ts';
import type { NiftiHeader } from './parse-header.ts';

/**
 * How a slice (i, j of the file) is laid on the screen. Shown as radiologists look at it, and as DICOM slices of the same plane come: the
 * patient's right on the left of the picture, or in a sagittal plane the front on the left; the front above in an axial plane, else the head.
 */
export interface ShownPlane {
  /** i runs down the screen and j across. */
  isTransposed: boolean;
  /** Of what is shown: columns from right to left, rows from below. */
  flipsColumns: boolean;
  flipsRows: boolean;
}

/** NIfTI writers lay rows from back to front: without an orientation rows are turned, so that the common case stands upright. */
const UNORIENTED: ShownPlane = { isTransposed: false, flipsColumns: false, flipsRows: true };

export function shownPlane({ letters }: Pick<NiftiHeader, 'letters'>): ShownPlane {
  const [i = '', j = ''] = letters;
  if (!i || !j) return UNORIENTED;
  const isTransposed = DOWN_RANK[i]! > DOWN_RANK[j]!;
  const [across, down] = isTransposed ? [j, i] : [i, j];
  return { isTransposed, flipsColumns: !'LP'.includes(across), flipsRows: !'PI'.includes(down) };
}

/** Of the two axes of a plane, the one that runs down the screen: head to feet before front to back before side to side. */
const DOWN_RANK: Record<string, number> = { L: 0, R: 0, A: 1, P: 1, S: 2, I: 2 };

export function shownSize({ columns, rows, letters }: Pick<NiftiHeader, 'columns' | 'rows' | 'letters'>): {
  rows: number;
  columns: number;
} {
  return shownPlane({ letters }).isTransposed ? { rows: columns, columns: rows } : { rows, columns };
}

/** As DICOM says it (PS3.3 C.7.6.2.1.1): x to the left, y to the back; the middle of the first shown pixel of the first slice. */
export function shownOrientation(header: NiftiHeader, affine: Affine): { orientation: Orientation; position: Vector } {
  const { isTransposed, flipsColumns, flipsRows } = shownPlane(header);
  const [stepI, stepJ] = affine.steps;
  const { rows, columns } = shownSize(header);
  const [across, down] = isTransposed ? [stepJ, stepI] : [stepI, stepJ];
  const corner = added(affine.origin, added(scaled(across, flipsColumns ? columns - 1 : 0), scaled(down, flipsRows ? rows - 1 : 0)));
  const [ax, ay, az] = toDicom(scaled(across, (flipsColumns ? -1 : 1) / length(across)));
  const [dx, dy, dz] = toDicom(scaled(down, (flipsRows ? -1 : 1) / length(down)));
  return { orientation: [ax, ay, az, dx, dy, dz], position: toDicom(corner) };
}

/** Where the first shown pixel of a slice lies, as DICOM says it; the slices of every volume of a series lie in the same places. */
export function slicePosition(header: NiftiHeader, slice: number): Vector | null {
  if (!header.affine) return null;
  const [x, y, z] = shownOrientation(header, header.affine).position;
  const [dx, dy, dz] = toDicom(scaled(header.affine.steps[2], slice % (header.slices / header.volumes)));
  return [x + dx, y + dy, z + dz];
}

function toDicom([x, y, z]: Vector): Vector {
  // Sums, so that a 0 has no sign.
  return [0 - x, 0 - y, 0 + z];
}

function added([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ax + bx, ay + by, az + bz];
}
