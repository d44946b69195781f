import { reflected, type Kernel } from './kernels.ts';

/** Columns, rows and slices. Voxels lie column after column, row after row, slice after slice. */
export type Size = readonly [number, number, number];

/** Combines lines of voxels: the one at `centre` and, for each distance from 1, one before and one after it. */
type Combine = (lines: Lines, length: number, out: Float32Array, outAt: number) => void;

interface Lines {
  source: Float32Array;
  centre: number;
  /** By distance. */
  before: Int32Array;
  after: Int32Array;
}

/**
 * Filters slices `first` to `first + count` of a volume along its slices. `out` has `count` slices. `held`: how many slices `source` holds, if not all; it
 * then begins again after so many.
 */
export function alongSlices(
  source: Float32Array,
  [columns, rows, slices]: Size,
  first: number,
  count: number,
  filter: Filter,
  out: Float32Array,
  held = slices,
): void {
  const plane = columns * rows;
  const lines = linesOf(source, filter);
  for (let slice = 0; slice < count; slice += 1) {
    place(lines, (distance) => (reflected(first + slice + distance, slices) % held) * plane);
    filter.combine(lines, plane, out, slice * plane);
  }
}

/** Filters `count` slices along their columns of voxels, from row to row. */
export function alongRows(source: Float32Array, [columns, rows]: Size, count: number, filter: Filter, out: Float32Array): void {
  const lines = linesOf(source, filter);
  for (let slice = 0; slice < count; slice += 1) {
    const begin = slice * rows * columns;
    for (let row = 0; row < rows; row += 1) {
      place(lines, (distance) => begin + reflected(row + distance, rows) * columns);
      filter.combine(lines, columns, out, begin + row * columns);
    }
  }
}

/** Filters `count` slices along their rows of voxels, from column to column. */
export function alongColumns(source: Float32Array, [columns, rows]: Size, count: number, filter: Filter, out: Float32Array): void {
  const { radius } = filter;
  const padded = new Float32Array(columns + 2 * radius);
  const from = Int32Array.from(padded, (_, at) => reflected(at - radius, columns));
  const lines = linesOf(padded, filter);
  place(lines, (distance) => radius + distance);
  for (let begin = 0; begin < count * rows * columns; begin += columns) {
    for (let at = 0; at < padded.length; at += 1) padded[at] = source[begin + from[at]!]!;
    filter.combine(lines, columns, out, begin);
  }
}

export interface Filter {
  radius: number;
  combine: Combine;
}

/**
 * Sums are made in double precision and in scipy's order, so that results differ from scipy's by the rounding of `exp` only. Distances are
 * taken four at a time: with more, or with a loop over them inside, the engine reads the places from memory again and again.
 */
export function weighted({ weights, isOdd }: Kernel): Filter {
  const radius = weights.length - 1;
  const groups = Math.ceil(radius / 4);
  const sign = isOdd ? -1 : 1;
  let sums = new Float64Array(0);
  return {
    radius,
    combine({ source, centre, before, after }, length, out, outAt) {
      if (sums.length < length) sums = new Float64Array(length);
      const own = isOdd ? 0 : weights[0]!;
      for (let at = 0; at < length; at += 1) sums[at] = source[centre + at]! * own;
      for (let far = 4 * groups; far > 0; far -= 4) addFour(source, far, radius, weights, before, after, centre, sign, sums, length);
      for (let at = 0; at < length; at += 1) out[outAt + at] = sums[at]!;
    },
  };
}

/** Distances `far` down to `far - 3`; those beyond the radius have no weight. */
function addFour(
  source: Float32Array,
  far: number,
  radius: number,
  weights: Float64Array,
  before: Int32Array,
  after: Int32Array,
  centre: number,
  sign: number,
  sums: Float64Array,
  length: number,
): void {
  const from = (places: Int32Array, distance: number): number => (distance > radius ? centre : places[distance]!);
  const weight = (distance: number): number => (distance > radius ? 0 : weights[distance]!);
  const [a, b, c, d] = [from(before, far), from(before, far - 1), from(before, far - 2), from(before, far - 3)];
  const [e, f, g, h] = [from(after, far), from(after, far - 1), from(after, far - 2), from(after, far - 3)];
  const [p, q, r, s] = [weight(far), weight(far - 1), weight(far - 2), weight(far - 3)];
  for (let at = 0; at < length; at += 1) {
    sums[at] =
      sums[at]! +
      (source[e + at]! + sign * source[a + at]!) * p +
      (source[f + at]! + sign * source[b + at]!) * q +
      (source[g + at]! + sign * source[c + at]!) * r +
      (source[h + at]! + sign * source[d + at]!) * s;
  }
}

export function least(radius: number): Filter {
  return {
    radius,
    combine({ source, centre, before, after }, length, out, outAt) {
      for (let at = 0; at < length; at += 1) {
        let value = source[centre + at]!;
        for (let far = radius; far > 0; far -= 1) value = Math.min(value, source[before[far]! + at]!, source[after[far]! + at]!);
        out[outAt + at] = value;
      }
    },
  };
}

export function most(radius: number): Filter {
  return {
    radius,
    combine({ source, centre, before, after }, length, out, outAt) {
      for (let at = 0; at < length; at += 1) {
        let value = source[centre + at]!;
        for (let far = radius; far > 0; far -= 1) value = Math.max(value, source[before[far]! + at]!, source[after[far]! + at]!);
        out[outAt + at] = value;
      }
    },
  };
}

function linesOf(source: Float32Array, { radius }: Filter): Lines {
  return { source, centre: 0, before: new Int32Array(radius + 1), after: new Int32Array(radius + 1) };
}

function place(lines: Lines, beginAt: (distance: number) => number): void {
  lines.centre = beginAt(0);
  for (let far = 1; far < lines.before.length; far += 1) {
    lines.before[far] = beginAt(-far);
    lines.after[far] = beginAt(far);
  }
}
