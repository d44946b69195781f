import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { clearingChange, settingChange, type Change } from '#imaging/mask/bits/change.ts';
import { planeAxes, type Axis } from '#imaging/mask/bits/slices.ts';
import { checkValues, type Within } from '#imaging/mask/tools/value-range.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { dot } from '#model/pictures/vector.ts';
import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';

/** A disc lies in a plane of voxels and changes no other; a sphere reaches over slices. */
export type BrushShape = { kind: 'disc'; axis: Axis } | { kind: 'sphere' };

export interface Brush {
  shape: BrushShape;
  radiusMm: number;
}

export interface BrushStroke {
  brush: Brush;
  /** The way of the pen, in voxels. Between two points the brush is drawn along the line, so that no gap is left however fast it moved. One is a dab. */
  path: readonly Voxel[];
  /** Only voxels with these values. */
  within?: Within | null;
}

/**
 * Sets the voxels whose centre is as near to the path as the radius, in mm and along the true steps of the grid, and the voxels under the points of the path
 * themselves. For a disc the third step of the space is not used: `sliceSpaceOf` is enough, with the size of the layer.
 */
export const paint = (space: VoxelSpace, stroke: BrushStroke): Change => settingChange(strokeBits(space, stroke));

/** Clears what `paint` sets. */
export const erase = (space: VoxelSpace, stroke: BrushStroke): Change => clearingChange(strokeBits(space, stroke));

function strokeBits({ size, steps }: VoxelSpace, { brush, path, within = null }: BrushStroke): Bits {
  if (within) checkValues(within.values, size);
  const draft = new BitsDraft(emptyBits(size));
  const axes: readonly Axis[] = brush.shape.kind === 'sphere' ? [0, 1, 2] : planeAxes(brush.shape.axis);
  const metric = metricOf(steps);
  const put = within
    ? withinWriter(draft, within)
    : (row: number, slice: number, first: number, last: number): void => draft.writeRow(row, slice, first, last);
  path.forEach((point, index) => {
    const end = path[index + 1] ?? point;
    if (index > 0 && end === point && path.length > 1) return;
    addCapsule(point, end, brush, axes, metric, size, put);
  });
  for (const point of path) {
    const [column, row, slice] = point.map(Math.round) as unknown as Voxel;
    put(row, slice, column, column);
  }
  return draft.done();
}

type PutRow = (row: number, slice: number, first: number, last: number) => void;

function withinWriter(draft: BitsDraft, { values: { size, voxels }, range: { low, high } }: Within): PutRow {
  return (row, slice, first, last) => {
    if (row < 0 || slice < 0 || row >= size[1] || slice >= size[2]) return;
    const start = (slice * size[1] + row) * size[0];
    for (let column = Math.max(0, first); column <= Math.min(last, size[0] - 1); column += 1) {
      const value = voxels[start + column]!;
      if (value >= low && value <= high) draft.writeRow(row, slice, column, column);
    }
  };
}

/** Products of the steps: mm² of a way through the voxels. */
type Metric = readonly (readonly number[])[];

function metricOf(steps: readonly Vector[]): Metric {
  return steps.map((a) => steps.map((b) => dot(a, b)));
}

/** The product of two ways in mm². */
function product(metric: Metric, a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < 3; i += 1) for (let j = 0; j < 3; j += 1) sum += metric[i]![j]! * a[i]! * b[j]!;
  return sum;
}

/** All voxels near a line: the place of a row nearest to it is found first, and then the row is walked to both sides. */
function addCapsule(from: Voxel, to: Voxel, { radiusMm }: Brush, axes: readonly Axis[], metric: Metric, size: Voxel, put: PutRow): void {
  const way = [0, 1, 2].map((axis) => (axes.includes(axis as Axis) ? to[axis]! - from[axis]! : 0));
  const length2 = product(metric, way, way);
  const limit = radiusMm ** 2 * (1 + ROUNDING);
  const reach = axes.map((axis) => Math.ceil(radiusMm * reachOf(metric, axes, axis)));
  const range = (axis: Axis): readonly [number, number] => {
    const at = axes.indexOf(axis);
    if (at < 0) return [Math.round(from[axis]), Math.round(from[axis])];
    const [low, high] = [Math.min(from[axis], to[axis]), Math.max(from[axis], to[axis])];
    return [Math.max(0, Math.floor(low) - reach[at]!), Math.min(size[axis] - 1, Math.ceil(high) + reach[at]!)];
  };
  const isNear = (column: number, row: number, slice: number): boolean => {
    const at = [column - from[0], row - from[1], slice - from[2]].map((distance, axis) => (axes.includes(axis as Axis) ? distance : 0));
    const along = length2 > 0 ? Math.min(1, Math.max(0, product(metric, at, way) / length2)) : 0;
    const rest = at.map((distance, axis) => distance - along * way[axis]!);
    return product(metric, rest, rest) <= limit;
  };
  const [firstColumn, lastColumn] = range(0);
  const [firstRow, lastRow] = range(1);
  const [firstSlice, lastSlice] = range(2);
  for (let slice = firstSlice; slice <= lastSlice; slice += 1) {
    for (let row = firstRow; row <= lastRow; row += 1) {
      // What is near to a line is convex: a row has one run of it.
      let first = firstColumn;
      while (first <= lastColumn && !isNear(first, row, slice)) first += 1;
      if (first > lastColumn) continue;
      let last = lastColumn;
      while (last > first && !isNear(last, row, slice)) last -= 1;
      put(row, slice, first, last);
    }
  }
}

/** A voxel whose centre is exactly on the edge is in, whatever was rounded. */
const ROUNDING = 1e-9;

/** Voxels along an axis in which a ball of 1 mm ends, where the steps are not perpendicular too: root of the diagonal of the inverse metric. */
function reachOf(metric: Metric, axes: readonly Axis[], axis: Axis): number {
  const others = axes.filter((each) => each !== axis);
  const minor = (rows: readonly Axis[]): number => {
    if (rows.length === 0) return 1;
    const at = (i: number, j: number): number => metric[rows[i]!]![rows[j]!]!;
    if (rows.length === 1) return at(0, 0);
    if (rows.length === 2) return at(0, 0) * at(1, 1) - at(0, 1) ** 2;
    return (
      at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) ** 2) -
      at(0, 1) * (at(0, 1) * at(2, 2) - at(1, 2) * at(0, 2)) +
      at(0, 2) * (at(0, 1) * at(1, 2) - at(1, 1) * at(0, 2))
    );
  };
  return Math.sqrt(minor(others) / minor(axes));
}
