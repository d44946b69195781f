import type { Vector } from '#model/pictures/geometry.ts';

/**
 * Rotation and translation as a 4 x 4 matrix, row by row; the last row is 0 0 0 1. Of a registration it takes a point of the fixed series to the
 * point of the moving series that shows the same place: mm, each in the patient coordinates (DICOM) of its own series.
 */
export type RigidMatrix = readonly number[];

export const IDENTITY: RigidMatrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** mm. */
export function pointThrough(matrix: RigidMatrix, [x, y, z]: Vector): Vector {
  const [a, b, c, d, e, f, g, h, i, j, k, l] = matrix as readonly number[] & { length: 16 };
  return [a! * x + b! * y + c! * z + d!, e! * x + f! * y + g! * z + h!, i! * x + j! * y + k! * z + l!];
}

/** A direction is only rotated. */
export function directionThrough(matrix: RigidMatrix, direction: Vector): Vector {
  const [to, from] = [pointThrough(matrix, direction), pointThrough(matrix, [0, 0, 0])];
  return [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
}

/** The way back. Exact for rotations only: its 3 x 3 part is transposed. */
export function inverseOf(matrix: RigidMatrix): RigidMatrix {
  const at = (row: number, column: number): number => matrix[4 * row + column]!;
  const rows = [0, 1, 2].map((row) => {
    const turned = [0, 1, 2].map((column) => at(column, row));
    return [...turned, 0 - turned.reduce((sum, cosine, column) => sum + cosine * at(column, 3), 0)];
  });
  return [...rows.flat(), 0, 0, 0, 1];
}

/** First `inner`, then `outer`. */
export function composed(outer: RigidMatrix, inner: RigidMatrix): RigidMatrix {
  return Array.from({ length: 16 }, (_, place) => {
    const [row, column] = [place >> 2, place & 3];
    return [0, 1, 2, 3].reduce((sum, each) => sum + outer[4 * row + each]! * inner[4 * each + column]!, 0);
  });
}

/** Rotation about a point by angles in radians about x, then y, then z, followed by a translation in mm. */
export function rigidAbout(centre: Vector, [rx, ry, rz]: Vector, translation: Vector): RigidMatrix {
  const [cx, sx, cy, sy, cz, sz] = [Math.cos(rx), Math.sin(rx), Math.cos(ry), Math.sin(ry), Math.cos(rz), Math.sin(rz)];
  const rows = [
    [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
    [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
    [-sy, cy * sx, cy * cx],
  ];
  const withShift = rows.map((row, axis) => {
    const turned = row.reduce((sum, cosine, column) => sum + cosine * centre[column as 0 | 1 | 2], 0);
    return [...row, centre[axis as 0 | 1 | 2] - turned + translation[axis as 0 | 1 | 2]];
  });
  return [...withShift.flat(), 0, 0, 0, 1];
}

/** Whether the numbers are a rotation and a translation, up to `tolerance` of a cosine. */
export function isRigid(matrix: readonly number[], tolerance = 1e-4): boolean {
  if (matrix.length !== 16 || matrix.some((value) => !Number.isFinite(value))) return false;
  const row = (at: number): Vector => [matrix[4 * at]!, matrix[4 * at + 1]!, matrix[4 * at + 2]!];
  const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const [i, j, k] = [row(0), row(1), row(2)];
  const isOrthonormal = [i, j, k].every((a, at) =>
    [i, j, k].every((b, other) => Math.abs(dot(a, b) - (at === other ? 1 : 0)) <= tolerance),
  );
  const isProper = i[0] * (j[1] * k[2] - j[2] * k[1]) - i[1] * (j[0] * k[2] - j[2] * k[0]) + i[2] * (j[0] * k[1] - j[1] * k[0]) > 0;
  return isOrthonormal && isProper && [0, 0, 0, 1].every((value, at) => matrix[12 + at] === value);
}
