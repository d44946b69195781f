import { toModel, toSeries, type ModelAxis, type ModelGrid } from '#imaging/inference/grid/model-grid.ts';
import { neighboursOf, type Neighbours } from '#imaging/inference/grid/neighbours.ts';
import type { Triple } from '#imaging/inference/network/patches.ts';
import { boxSize, type Bits, type Box } from '#imaging/mask/bits/bits.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { boxToBytes } from '#imaging/mask/bits/slices.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';

type Axis = 0 | 1 | 2;
const AXES: readonly Axis[] = [0, 1, 2];

/** Rounding must not decide whether a half is a half. */
const HALF = 0.5 - 1e-6;

/** A patch at the spacing of a model: its first voxel, which may lie beyond the image, and its size in columns, rows and slices. */
export interface Patch {
  start: Triple;
  size: Triple;
}

/** Around a place, but inside of the image as far as the patch fits there. */
export function patchAround(place: Triple, patch: Triple, { size }: Pick<ModelGrid, 'size'>): Patch {
  const start = AXES.map((axis) => {
    const room = size[axis] - patch[axis];
    if (room <= 0) return -Math.floor(-room / 2);
    return Math.min(Math.max(place[axis] - Math.floor(patch[axis] / 2), 0), room);
  });
  return { start: start as unknown as Triple, size: patch };
}

/** The voxel of a model at a voxel of the series. */
export function atModel(grid: ModelGrid, voxel: Voxel): Triple {
  return AXES.map((along) => {
    const place = toModel(grid.axes[along], voxel[grid.axes[along].axis], grid.size[along], grid.spacing[along]);
    return Math.min(Math.max(roundedToEven(place), 0), grid.size[along] - 1);
  }) as unknown as Triple;
}

/** As numpy rounds. */
function roundedToEven(value: number): number {
  const near = Math.round(value);
  return Math.abs(value % 1) === 0.5 && near % 2 !== 0 ? near - 1 : near;
}

/** The mask of a series in a patch: 1 where at least one half is set, by linear interpolation between voxel centres; edge values beyond the image. */
export function maskInPatch(mask: Bits, grid: ModelGrid, { start, size }: Patch): Uint8Array {
  const places = AXES.map((along) => {
    const length = grid.size[along];
    return Float64Array.from({ length: size[along] }, (_, index) => {
      const at = Math.min(Math.max(start[along] + index, 0), length - 1);
      return toSeries(grid.axes[along], at, length, grid.spacing[along]);
    });
  });
  const near = AXES.map((along) => neighboursOf(places[along]!, grid.axes[along].seriesSize, 1));
  const [from, to]: [number[], number[]] = [[], []];
  for (const along of AXES) {
    const { axis } = grid.axes[along];
    from[axis] = near[along]!.low.reduce((least, at) => Math.min(least, at), Infinity);
    to[axis] = near[along]!.high.reduce((most, at) => Math.max(most, at), 0);
  }
  const box = { from, to } as unknown as Box;
  const bytes = boxToBytes(mask, box);
  const [columns, rows] = boxSize(box);
  const strides = [1, columns, columns * rows] as const;
  const inBox = AXES.map((along): Neighbours => {
    const { axis } = grid.axes[along];
    const offset = (at: number): number => (at - from[axis]!) * strides[axis];
    return { low: near[along]!.low.map(offset), high: near[along]!.high.map(offset), part: near[along]!.part };
  }) as [Neighbours, Neighbours, Neighbours];
  const found = new Uint8Array(size[0] * size[1] * size[2]);
  eachMember(
    inBox,
    (at) => bytes[at]!,
    (index) => (found[index] = 1),
  );
  return found;
}

/**
 * The mask of a series after what was changed in a patch: set or cleared where at least one half of a voxel was changed, and left as it is elsewhere. `change`: 1 is
 * changed.
 */
export function withChange(mask: Bits, grid: ModelGrid, { start, size }: Patch, change: Uint8Array, isInside: boolean): Bits {
  const draft = new BitsDraft(mask);
  const changed = boundsOf(change, size);
  if (changed === null) return mask;
  const firsts: number[] = [];
  const strides = [1, size[0], size[0] * size[1]] as const;
  const near: Neighbours[] = [];
  for (const along of AXES) {
    const axis = grid.axes[along];
    const [first, last] = seriesRange(axis, start[along] + changed.from[along], start[along] + changed.to[along], grid, along);
    const places = Float64Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
      toModel(axis, first + index, grid.size[along], grid.spacing[along]),
    );
    const found = neighboursOf(places, grid.size[along], 1);
    // Beyond the patch, nothing is changed.
    const offset = (at: number): number => {
      const inPatch = at - start[along];
      return inPatch < 0 || inPatch >= size[along] ? BEYOND : inPatch * strides[along];
    };
    firsts[axis.axis] = first;
    near[axis.axis] = { low: found.low.map(offset), high: found.high.map(offset), part: found.part };
  }
  const [x, y, z] = near as [Neighbours, Neighbours, Neighbours];
  const [columns, rows] = [x.part.length, y.part.length];
  eachMember(
    [x, y, z],
    (at) => (at < 0 ? 0 : change[at]!),
    (index) => {
      const line = Math.floor(index / columns);
      draft.write([firsts[0]! + (index % columns), firsts[1]! + (line % rows), firsts[2]! + Math.floor(line / rows)], isInside);
    },
  );
  return draft.done();
}

/** Offsets are added up: one of these makes any sum negative. */
const BEYOND = -(2 ** 29);

/** Voxels of the series that may lie within a voxel of the model from `from` to `to`; all beyond the last voxels of the model are as those. */
function seriesRange(axis: ModelAxis, from: number, to: number, { size, spacing }: ModelGrid, along: Axis): [first: number, last: number] {
  const ends = [from - 1, to + 1].map((place) => {
    if (place < 0) return axis.isFlipped ? axis.seriesSize - 1 : 0;
    if (place > size[along] - 1) return axis.isFlipped ? 0 : axis.seriesSize - 1;
    return toSeries(axis, place, size[along], spacing[along]);
  });
  return [Math.max(0, Math.floor(Math.min(...ends))), Math.min(axis.seriesSize - 1, Math.ceil(Math.max(...ends)))];
}

function boundsOf(change: Uint8Array, [columns, rows, slices]: Triple): { from: Triple; to: Triple } | null {
  const [from, to] = [
    [columns, rows, slices],
    [-1, -1, -1],
  ] as [[number, number, number], [number, number, number]];
  let at = 0;
  for (let slice = 0; slice < slices; slice += 1)
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1, at += 1) {
        if (change[at] !== 1) continue;
        for (const [axis, place] of [column, row, slice].entries()) {
          if (place < from[axis]!) from[axis] = place;
          if (place > to[axis]!) to[axis] = place;
        }
      }
  return to[0] < 0 ? null : { from, to };
}

/** Calls for each place, columns first, of which at least one half is set, by linear interpolation. */
function eachMember(
  [x, y, z]: readonly [Neighbours, Neighbours, Neighbours],
  valueAt: (at: number) => number,
  take: (index: number) => void,
): void {
  const [columns, rows, slices] = [x.part.length, y.part.length, z.part.length];
  let index = 0;
  for (let slice = 0; slice < slices; slice += 1)
    for (let row = 0; row < rows; row += 1) {
      const a = z.low[slice]! + y.low[row]!;
      const b = z.low[slice]! + y.high[row]!;
      const c = z.high[slice]! + y.low[row]!;
      const d = z.high[slice]! + y.high[row]!;
      const [down, deep] = [y.part[row]!, z.part[slice]!];
      for (let column = 0; column < columns; column += 1, index += 1) {
        const [left, right, across] = [x.low[column]!, x.high[column]!, x.part[column]!];
        const near = between(
          between(valueAt(a + left), valueAt(a + right), across),
          between(valueAt(b + left), valueAt(b + right), across),
          down,
        );
        const far = between(
          between(valueAt(c + left), valueAt(c + right), across),
          between(valueAt(d + left), valueAt(d + right), across),
          down,
        );
        if (between(near, far, deep) >= HALF) take(index);
      }
    }
}

const between = (a: number, b: number, part: number): number => a + (b - a) * part;
