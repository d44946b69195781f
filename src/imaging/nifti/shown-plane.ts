import type { Orientation, Vector } from '#model/pictures/geometry.ts';
import { length, scaled } from '#model/pictures/vector.ts';
import type { Affine } from './affine.ts';
import type { NiftiHeader } from './parse-header.ts';

/**
 * How a slice (i, j of the file) is shown, by radiological convention and like DICOM slices of the same plane: the patient's right on the
 * left of the image, or in a sagittal plane anterior on the left; anterior at the top in an axial plane, otherwise the head.
 */
export interface ShownPlane {
  /** i runs down the screen and j across. */
  isTransposed: boolean;
  /** In the shown image: columns right to left, rows bottom to top. */
  flipsColumns: boolean;
  flipsRows: boolean;
}

/** NIfTI writers store rows from posterior to anterior: without an orientation rows are flipped, so that the common case is upright. */
const UNORIENTED: ShownPlane = { isTransposed: false, flipsColumns: false, flipsRows: true };

export function shownPlane({ letters }: Pick<NiftiHeader, 'letters'>): ShownPlane {
  const [i = '', j = ''] = letters;
  if (!i || !j) return UNORIENTED;
  const isTransposed = DOWN_RANK[i]! > DOWN_RANK[j]!;
  const [across, down] = isTransposed ? [j, i] : [i, j];
  return { isTransposed, flipsColumns: !'LP'.includes(across), flipsRows: !'PI'.includes(down) };
}

/** The axis of a plane that runs down the screen: head to feet before front to back before side to side. */
const DOWN_RANK: Record<string, number> = { L: 0, R: 0, A: 1, P: 1, S: 2, I: 2 };

export function shownSize({ columns, rows, letters }: Pick<NiftiHeader, 'columns' | 'rows' | 'letters'>): {
  rows: number;
  columns: number;
} {
  return shownPlane({ letters }).isTransposed ? { rows: columns, columns: rows } : { rows, columns };
}

/** In DICOM coordinates (PS3.3 C.7.6.2.1.1): x to the left, y to the back; the centre of the first shown pixel of the first slice. */
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

/** Position of the first shown pixel of a slice in DICOM coordinates; the same in every volume of a series. */
export function slicePosition(header: NiftiHeader, slice: number): Vector | null {
  if (!header.affine) return null;
  const [x, y, z] = shownOrientation(header, header.affine).position;
  const [dx, dy, dz] = toDicom(scaled(header.affine.steps[2], slice % (header.slices / header.volumes)));
  return [x + dx, y + dy, z + dz];
}

function toDicom([x, y, z]: Vector): Vector {
  // Sums, to avoid a negative 0.
  return [0 - x, 0 - y, 0 + z];
}

function added([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ax + bx, ay + by, az + bz];
}
