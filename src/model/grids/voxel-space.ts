import type { Grid, GridPlane } from '#contract/grids.ts';
import { sliceNormal, type Vector } from '#model/pictures/geometry.ts';
import { cross, dot, scaled } from '#model/pictures/vector.ts';

export type { Grid, GridPlane };

/** In voxels: along a row, along a column, from slice to slice. Counted from 0 where it is a place; a place may lie between voxels. */
export type Voxel = readonly [column: number, row: number, slice: number];

/** Where voxels are: mm, in the patient coordinates of DICOM. The steps need not be perpendicular: a tilted gantry shifts the slices. */
export interface VoxelSpace {
  /** Columns, rows, slices. */
  size: Voxel;
  /** Centre of the first voxel. */
  origin: Vector;
  /** From one column, row, slice to the next. */
  steps: readonly [Vector, Vector, Vector];
}

/** Columns, rows and slices of a grid. Where slices differ in size, the largest of each: see `planeSize`. */
export function gridSize({ planes, slices }: Grid): Voxel {
  return [Math.max(...planes.map(({ columns }) => columns)), Math.max(...planes.map(({ rows }) => rows)), slices.length];
}

/** Of one slice. Throws if there is none. */
export function planeSize(grid: Grid, slice: number): readonly [columns: number, rows: number] {
  const { columns, rows } = planeOf(grid, slice);
  return [columns, rows];
}

/** Null if the slices make no volume (`grid.noVolume` says why). Slices are placed by the regular step, from which they deviate by 1 % of it at most. */
export function voxelSpaceOf(grid: Grid): VoxelSpace | null {
  const first = sliceSpaceOf(grid, 0);
  return grid.step && first && { ...first, size: gridSize(grid), steps: [first.steps[0], first.steps[1], grid.step] };
}

/**
 * One slice of any grid as a space of its own, whose slice 0 it is; null without pixel spacing. Without a position or orientation its place is
 * arbitrary, but lengths on it are right. The third step is 1 mm along the normal, and means nothing.
 */
export function sliceSpaceOf(grid: Grid, slice: number): VoxelSpace | null {
  const { spacing, orientation, columns, rows } = planeOf(grid, slice);
  if (!spacing) return null;
  const [ax, ay, az, dx, dy, dz] = orientation ?? [1, 0, 0, 0, 1, 0];
  const normal = sliceNormal([ax, ay, az, dx, dy, dz]) ?? [0, 0, 1];
  return {
    size: [columns, rows, 1],
    origin: grid.slices[slice]!.position ?? [0, 0, 0],
    steps: [scaled([ax, ay, az], spacing[0]), scaled([dx, dy, dz], spacing[1]), normal],
  };
}

function planeOf({ planes, slices }: Grid, slice: number): GridPlane {
  const place = slices[slice];
  const plane = place && planes[place.plane];
  if (!plane) throw new RangeError('The grid has no such slice');
  return plane;
}

/** mm, of a place in voxels. */
export function voxelToPatient({ origin, steps: [i, j, k] }: VoxelSpace, [column, row, slice]: Voxel): Vector {
  return [
    origin[0] + i[0] * column + j[0] * row + k[0] * slice,
    origin[1] + i[1] * column + j[1] * row + k[1] * slice,
    origin[2] + i[2] * column + j[2] * row + k[2] * slice,
  ];
}

/** The inverse of `voxelToPatient`, as a function, because it is called for many points. */
export function patientToVoxel({ origin, steps: [i, j, k] }: VoxelSpace): (point: Vector) => Voxel {
  const volume = dot(cross(i, j), k);
  const [alongI, alongJ, alongK] = [cross(j, k), cross(k, i), cross(i, j)].map((each) => scaled(each, 1 / volume)) as [
    Vector,
    Vector,
    Vector,
  ];
  return ([x, y, z]) => {
    const from: Vector = [x - origin[0], y - origin[1], z - origin[2]];
    return [dot(from, alongI), dot(from, alongJ), dot(from, alongK)];
  };
}

/** ml. */
export function voxelVolumeMl({ steps: [i, j, k] }: VoxelSpace): number {
  return Math.abs(dot(cross(i, j), k)) / 1000;
}
