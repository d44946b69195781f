import type { Voxel } from '#model/grids/voxel-space.ts';
import { BLOCK_EDGE, BLOCK_WORDS, bitsFrom, storedBlock, type Block } from './block.ts';
import { blockCounts, type Bits } from './bits.ts';

/** Bits that are being written. Blocks of the layer from which it starts are copied when they are first written to. */
export class BitsDraft {
  readonly #size: Voxel;
  readonly #blocks: Map<number, Block>;
  readonly #written = new Map<number, Uint32Array<ArrayBuffer>>();
  readonly #across: number;
  readonly #down: number;

  constructor({ size, blocks }: Bits) {
    this.#size = size;
    this.#blocks = new Map(blocks);
    [this.#across, this.#down] = blockCounts(size);
  }

  /** The words of a block, to be written to. Bits beyond the grid must stay 0. */
  wordsOf(number: number): Uint32Array<ArrayBuffer> {
    const written = this.#written.get(number);
    if (written) return written;
    const block = this.#blocks.get(number);
    const words = block ? Uint32Array.from(block) : new Uint32Array(BLOCK_WORDS);
    this.#written.set(number, words);
    return words;
  }

  /** The block has, or had, voxels. */
  hasBlock(number: number): boolean {
    return this.#written.has(number) || this.#blocks.has(number);
  }

  /** Sets or clears voxels of a row, from a column to another, both included. What lies beyond the grid is left out. */
  writeRow(row: number, slice: number, first: number, last: number, isSet = true): void {
    const [columns, rows, slices] = this.#size;
    if (row < 0 || slice < 0 || row >= rows || slice >= slices) return;
    const from = Math.max(0, first);
    const to = Math.min(columns - 1, last);
    if (from > to) return;
    const word = (row & 31) + BLOCK_EDGE * (slice & 31);
    const start = this.#across * ((row >> 5) + this.#down * (slice >> 5));
    for (let block = from >> 5; block <= to >> 5; block += 1) {
      const bits = bitsFrom(block === from >> 5 ? from & 31 : 0, block === to >> 5 ? to & 31 : 31);
      const words = this.wordsOf(start + block);
      words[word] = isSet ? words[word]! | bits : words[word]! & ~bits;
    }
  }

  write([column, row, slice]: Voxel, isSet = true): void {
    this.writeRow(row, slice, column, column, isSet);
  }

  /** The draft may be written to afterwards; the bits do not change. */
  done(): Bits {
    for (const [number, words] of this.#written) {
      const block = storedBlock(words);
      if (block) this.#blocks.set(number, block);
      else this.#blocks.delete(number);
    }
    this.#written.clear();
    return { size: this.#size, blocks: new Map(this.#blocks) };
  }
}
