import type { EngineInput } from '#imaging/inference/engine.ts';
import type { AxisTiles } from './tiles.ts';

/** Columns, rows and slices. */
export type Triple = readonly [number, number, number];

/** The patch that begins at `start` of the padded image: channels x slices x rows x columns. Beyond the image, the edge values hold. */
export function cutPatch(
  { size, channels }: EngineInput,
  tiles: readonly [AxisTiles, AxisTiles, AxisTiles],
  start: Triple,
  patch: Triple,
): Float32Array {
  const places = ([0, 1, 2] as const).map((axis) =>
    Int32Array.from({ length: patch[axis] }, (_, index) => Math.min(Math.max(start[axis] + index - tiles[axis].before, 0), size[axis] - 1)),
  ) as [Int32Array, Int32Array, Int32Array];
  const [columns, rows, slices] = patch;
  const values = new Float32Array(channels.length * columns * rows * slices);
  let to = 0;
  for (const channel of channels)
    for (const slice of places[2])
      for (const row of places[1]) {
        const from = (slice * size[1] + row) * size[0];
        for (let column = 0; column < columns; column += 1, to += 1) values[to] = channel[from + places[0][column]!]!;
      }
  return values;
}

/** A patch or what a network makes of it, mirrored along some of the axes (0 columns, 1 rows, 2 slices). */
export function mirrored(values: Float32Array, [columns, rows, slices]: Triple, axes: readonly number[]): Float32Array {
  if (axes.length === 0) return values;
  const [flipsColumns, flipsRows, flipsSlices] = [0, 1, 2].map((axis) => axes.includes(axis)) as [boolean, boolean, boolean];
  const turned = new Float32Array(values.length);
  const planes = values.length / (columns * rows);
  let to = 0;
  for (let plane = 0; plane < planes; plane += 1) {
    const slice = plane % slices;
    const fromPlane = plane - slice + (flipsSlices ? slices - 1 - slice : slice);
    for (let row = 0; row < rows; row += 1) {
      const from = (fromPlane * rows + (flipsRows ? rows - 1 - row : row)) * columns;
      if (flipsColumns) for (let column = columns - 1; column >= 0; column -= 1, to += 1) turned[to] = values[from + column]!;
      else {
        turned.set(values.subarray(from, from + columns), to);
        to += columns;
      }
    }
  }
  return turned;
}

/** Every set of some of the axes, none first: the mirror images that are averaged. */
export function mirrorSets(axes: readonly number[]): number[][] {
  const different = [...new Set(axes)];
  return Array.from({ length: 2 ** different.length }, (_, set) => different.filter((_, index) => set & (2 ** index)));
}

/** Softmax over the classes, added to `sum`. Logits are classes x voxels. False if a value is no number. */
export function addSoftmax(logits: Float32Array, classes: number, sum: Float32Array): boolean {
  const voxels = logits.length / classes;
  let isNumber = true;
  for (let voxel = 0; voxel < voxels; voxel += 1) {
    let most = -Infinity;
    for (let at = voxel; at < logits.length; at += voxels) if (logits[at]! > most) most = logits[at]!;
    let total = 0;
    for (let at = voxel; at < logits.length; at += voxels) total += Math.exp(logits[at]! - most);
    // Of a value that is no number, or of infinite ones, the sum is no number either.
    if (!(total >= 1)) isNumber = false;
    for (let at = voxel; at < logits.length; at += voxels) sum[at]! += Math.exp(logits[at]! - most) / total;
  }
  return isNumber;
}
