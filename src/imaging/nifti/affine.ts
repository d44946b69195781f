import type { Vector } from '#model/pictures/geometry.ts';
import { cross, dot, length, scaled } from '#model/pictures/vector.ts';

/**
 * Voxel (i, j, k) to patient coordinates in mm: +x is right, +y anterior, +z superior (nifti1.h, "3D image orientation"). The columns are
 * one voxel's step along i, j and k; `origin` is the centre of voxel (0, 0, 0).
 */
export interface Affine {
  steps: readonly [Vector, Vector, Vector];
  origin: Vector;
}

export interface OrientationFields {
  qformCode: number;
  sformCode: number;
  /** pixdim[0..3] as written. */
  pixdim: readonly number[];
  /** quatern_b, c, d and qoffset_x, y, z. */
  quaternion: Vector;
  quaternionOffset: Vector;
  /** srow_x, y, z: four numbers each. */
  rows: readonly (readonly number[])[];
}

/**
 * Position of the voxels: by the sform if set, otherwise by the qform, as nibabel and ITK-SNAP choose; null if neither is set or gives
 * valid directions. Method 1 (ANALYZE) is not used.
 */
export function voxelToPatient(fields: OrientationFields): Affine | null {
  const affine = fields.sformCode > 0 ? fromRows(fields.rows) : fields.qformCode > 0 ? fromQuaternion(fields) : null;
  return affine && isInvertible(affine) ? affine : null;
}

function fromRows(rows: OrientationFields['rows']): Affine {
  const column = (index: number): Vector => [rows[0]?.[index] ?? 0, rows[1]?.[index] ?? 0, rows[2]?.[index] ?? 0];
  return { steps: [column(0), column(1), column(2)], origin: column(3) };
}

/** nifti1.h, method 2. */
function fromQuaternion({ pixdim, quaternion: [b, c, d], quaternionOffset }: OrientationFields): Affine {
  // Rounded to floats, a half turn has b² + c² + d² slightly above 1.
  const a = Math.sqrt(Math.max(0, 1 - (b * b + c * c + d * d)));
  const [, i = 1, j = 1, k = 1] = pixdim;
  const qfac = (pixdim[0] ?? 1) < 0 ? -1 : 1;
  return {
    steps: [
      scaled([a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c)], i),
      scaled([2 * (b * c - a * d), a * a + c * c - b * b - d * d, 2 * (c * d + a * b)], j),
      scaled([2 * (b * d + a * c), 2 * (c * d - a * b), a * a + d * d - b * b - c * c], k * qfac),
    ],
    origin: quaternionOffset,
  };
}

/** Voxel volume relative to the product of its edges: below this, two of the three directions coincide. */
const FLAT = 1e-4;
/** mm: beyond any position in or near a patient, and far from where sums of doubles overflow. */
const FAR = 1e12;
/** mm: a smaller voxel is invalid, and so is its direction. */
const NEAR = 1e-12;

function isInvertible({ steps: [i, j, k], origin }: Affine): boolean {
  const edges = length(i) * length(j) * length(k);
  const volume = Math.abs(dot(cross(i, j), k));
  const isNear = [...i, ...j, ...k, ...origin].every((value) => Math.abs(value) < FAR);
  return isNear && [i, j, k].every((step) => length(step) > NEAR) && volume / edges > FLAT;
}

/** Direction of each voxel axis, as in `LAS`: each patient axis once, the clearest first. */
export function axisLetters({ steps }: Affine): string {
  const letters = ['', '', ''];
  const free = new Set([0, 1, 2]);
  for (let left = 3; left > 0; left -= 1) {
    const { axis, side } = mostCertain(steps, letters, free);
    free.delete(side);
    letters[axis] = ((steps[axis]?.[side] ?? 0) < 0 ? 'LPI' : 'RAS').charAt(side);
  }
  return letters.join('');
}

function mostCertain(steps: Affine['steps'], letters: readonly string[], free: ReadonlySet<number>): { axis: number; side: number } {
  let best = { axis: 0, side: 0, cosine: -1 };
  for (const [axis, step] of steps.entries()) {
    if (letters[axis] !== '') continue;
    for (const side of free) {
      const cosine = Math.abs(step[side] ?? 0) / length(step);
      if (cosine > best.cosine) best = { axis, side, cosine };
    }
  }
  return best;
}
