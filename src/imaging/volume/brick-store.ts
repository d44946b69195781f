import { BRICK_ARRAYS, type BrickSamples, type BrickType } from './brick-bytes.ts';
import { BRICK_EDGE, bricksOf, placeBrick, type Brick, type Size } from './bricks.ts';

const SLOT = BRICK_EDGE ** 3;

interface StoreLimits {
  /** A volume up to this size is kept whole. */
  mostBytes: number;
  /** Of a larger one, so much is kept. */
  cacheBytes: number;
}

/**
 * Bricks of the full resolution in memory, in one array: in their places of the volume if all of it fits, otherwise in as many slots as the cache has.
 * `bases` has the place of the first voxel of each brick; rows and slices of a brick follow in the same steps in either case.
 */
export class BrickStore {
  readonly size: Size;
  readonly bricks: readonly Brick[];
  readonly voxels: BrickSamples;
  /** -1: not here. */
  readonly bases: Int32Array;
  readonly rowStep: number;
  readonly sliceStep: number;
  /** The voxels are those of the volume in its order, once all bricks are here. */
  readonly isWhole: boolean;
  count = 0;
  /** When each brick was used last. */
  readonly #usedAt: Float64Array;
  readonly #free: number[];
  #clock = 0;

  constructor(size: Size, type: BrickType, { mostBytes, cacheBytes }: StoreLimits) {
    const TypedArray = BRICK_ARRAYS[type];
    const [columns, rows, slices] = size;
    const all = columns * rows * slices;
    this.size = size;
    this.bricks = bricksOf(size);
    this.isWhole = all * TypedArray.BYTES_PER_ELEMENT <= mostBytes;
    const slots = this.isWhole ? 0 : Math.max(1, Math.floor(cacheBytes / (SLOT * TypedArray.BYTES_PER_ELEMENT)));
    this.voxels = new TypedArray(this.isWhole ? all : slots * SLOT);
    [this.rowStep, this.sliceStep] = this.isWhole ? [columns, columns * rows] : [BRICK_EDGE, BRICK_EDGE ** 2];
    this.#free = Array.from({ length: slots }, (_, slot) => slots - 1 - slot);
    this.bases = new Int32Array(this.bricks.length).fill(-1);
    this.#usedAt = new Float64Array(this.bricks.length);
  }

  has(number: number): boolean {
    return this.bases[number]! >= 0;
  }

  get hasAll(): boolean {
    return this.count === this.bricks.length;
  }

  /** Those used last are kept longest. */
  use(numbers: Iterable<number>): void {
    this.#clock += 1;
    for (const number of numbers) this.#usedAt[number] = this.#clock;
  }

  /** How many bricks can be put without the loss of one that is needed. */
  room(isNeeded: (number: number) => boolean): number {
    if (this.isWhole) return this.bricks.length - this.count;
    let room = this.#free.length;
    for (const [number, base] of this.bases.entries()) if (base >= 0 && !isNeeded(number)) room += 1;
    return room;
  }

  /** Bricks that can be put without the loss of another. */
  get spare(): number {
    return this.isWhole ? this.bricks.length - this.count : this.#free.length;
  }

  /** In place of the one that was not used for the longest time, if there is no room. False: all others are needed. */
  put(number: number, samples: BrickSamples, isNeeded: (number: number) => boolean): boolean {
    const brick = this.bricks[number]!;
    if (this.has(number)) return true;
    if (this.isWhole) {
      placeBrick(this.voxels, this.size, brick, samples);
      const [column, row, slice] = brick.from;
      this.bases[number] = (slice * this.size[1] + row) * this.size[0] + column;
    } else {
      const slot = this.#free.pop() ?? this.#emptied(isNeeded);
      if (slot === null) return false;
      placeBrick(
        this.voxels.subarray(slot * SLOT, (slot + 1) * SLOT),
        [BRICK_EDGE, BRICK_EDGE, BRICK_EDGE],
        { ...brick, from: [0, 0, 0] },
        samples,
      );
      this.bases[number] = slot * SLOT;
    }
    this.count += 1;
    this.use([number]);
    return true;
  }

  #emptied(isNeeded: (number: number) => boolean): number | null {
    let oldest: number | null = null;
    for (const [number, base] of this.bases.entries()) {
      if (base < 0 || isNeeded(number)) continue;
      if (oldest === null || this.#usedAt[number]! < this.#usedAt[oldest]!) oldest = number;
    }
    if (oldest === null) return null;
    const slot = this.bases[oldest]! / SLOT;
    this.bases[oldest] = -1;
    this.count -= 1;
    return slot;
  }

  /** A slice in the order of the file; null unless all of its bricks are here. */
  slice(slice: number): BrickSamples | null {
    const [columns, rows] = this.size;
    if (!this.layer(slice).every((number) => this.has(number))) return null;
    if (this.isWhole) return this.voxels.slice(slice * columns * rows, (slice + 1) * columns * rows) as BrickSamples;
    const samples = new (this.voxels.constructor as new (length: number) => BrickSamples)(columns * rows);
    for (const number of this.layer(slice)) {
      const { from, size } = this.bricks[number]!;
      const base = this.bases[number]! + (slice - from[2]) * this.sliceStep;
      for (let row = 0; row < size[1]; row += 1) {
        const start = base + row * this.rowStep;
        samples.set(this.voxels.subarray(start, start + size[0]), (from[1] + row) * columns + from[0]);
      }
    }
    return samples;
  }

  /** Numbers of the bricks that a slice goes through. */
  layer(slice: number): number[] {
    const inLayer = Math.ceil(this.size[0] / BRICK_EDGE) * Math.ceil(this.size[1] / BRICK_EDGE);
    const first = Math.floor(slice / BRICK_EDGE) * inLayer;
    return Array.from({ length: inLayer }, (_, index) => first + index);
  }
}
