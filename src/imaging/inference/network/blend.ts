import type { AxisTiles } from './tiles.ts';
import { patchWeights, weightSums } from './tiles.ts';
import type { Triple } from './patches.ts';

/**
 * Sums of patches, of as many slices of the padded image as a patch has. Patches come in the order of their first slice; what no later patch touches is
 * given away, so that the values of the whole image are never in memory.
 */
export class Blend {
  readonly #size: Triple;
  readonly #classes: number;
  readonly #tiles: readonly [AxisTiles, AxisTiles, AxisTiles];
  readonly #patch: Triple;
  readonly #weights: readonly [Float64Array, Float64Array, Float64Array];
  readonly #sums: readonly [Float64Array, Float64Array, Float64Array];
  /** classes x slices of a patch x rows x columns of the padded image. */
  readonly #values: Float32Array;
  /** The first slice of the padded image that is in memory. */
  #first = 0;

  constructor(size: Triple, classes: number, tiles: readonly [AxisTiles, AxisTiles, AxisTiles], patch: Triple) {
    this.#size = size;
    this.#classes = classes;
    this.#tiles = tiles;
    this.#patch = patch;
    this.#weights = [patchWeights(patch[0]), patchWeights(patch[1]), patchWeights(patch[2])];
    this.#sums = [weightSums(tiles[0], this.#weights[0]), weightSums(tiles[1], this.#weights[1]), weightSums(tiles[2], this.#weights[2])];
    this.#values = new Float32Array(blendBytes(classes, tiles, patch) / 4);
  }

  /** `values`: classes x slices x rows x columns of the patch at `start`, whose first slice is in memory. */
  add(values: Float32Array, [startColumn, startRow, startSlice]: Triple): void {
    const [columns, rows, slices] = this.#patch;
    const [wide, high] = [this.#tiles[0].padded, this.#tiles[1].padded];
    const [across, down, deep] = this.#weights;
    let from = 0;
    for (let each = 0; each < this.#classes; each += 1)
      for (let slice = 0; slice < slices; slice += 1)
        for (let row = 0; row < rows; row += 1) {
          const weight = deep[slice]! * down[row]!;
          let to = ((each * slices + slice + startSlice - this.#first) * high + row + startRow) * wide + startColumn;
          for (let column = 0; column < columns; column += 1, from += 1, to += 1)
            this.#values[to]! += values[from]! * (weight * across[column]!);
        }
  }

  /** Gives the slices of the image before `next` (of the padded one), divided by their weights, and makes room for later ones. */
  giveUntil(next: number, take: (slice: number, values: Float32Array) => void): void {
    const [columns, rows, slices] = this.#size;
    const before = this.#tiles[2].before;
    const plane = new Float32Array(this.#classes * columns * rows);
    for (let padded = this.#first; padded < next; padded += 1) {
      if (padded < before || padded >= before + slices) continue;
      this.#readSlice(padded, plane);
      take(padded - before, plane);
    }
    this.#moveTo(next);
  }

  #readSlice(padded: number, plane: Float32Array): void {
    const [columns, rows] = this.#size;
    const [x, y] = [this.#tiles[0], this.#tiles[1]];
    let to = 0;
    for (let each = 0; each < this.#classes; each += 1)
      for (let row = 0; row < rows; row += 1) {
        const from = ((each * this.#patch[2] + padded - this.#first) * y.padded + row + y.before) * x.padded + x.before;
        const weight = this.#sums[2][padded]! * this.#sums[1][row + y.before]!;
        for (let column = 0; column < columns; column += 1, to += 1)
          plane[to] = this.#values[from + column]! / (weight * this.#sums[0][column + x.before]!);
      }
  }

  #moveTo(next: number): void {
    const plane = this.#tiles[0].padded * this.#tiles[1].padded;
    const depth = this.#patch[2];
    const by = Math.min(next - this.#first, depth);
    for (let each = 0; each < this.#classes; each += 1) {
      const [begin, end] = [each * depth * plane, (each + 1) * depth * plane];
      this.#values.copyWithin(begin, begin + by * plane, end);
      this.#values.fill(0, end - by * plane, end);
    }
    this.#first = next;
  }
}

/** Of the sums, which are the largest part of what blending holds. */
export function blendBytes(classes: number, [x, y]: readonly [AxisTiles, AxisTiles, AxisTiles], patch: Triple): number {
  return 4 * classes * patch[2] * x.padded * y.padded;
}
