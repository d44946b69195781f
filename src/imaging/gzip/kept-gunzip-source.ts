import type { ByteSource } from '#imaging/byte-source.ts';
import { gunzip, type GunzipEnd } from './gunzip.ts';

/**
 * What a gzip file inflates to, kept as far as it was inflated: whoever walks back and forth waits for each part once. For files that are small
 * enough to be held whole; the others are for `GunzipSource`.
 */
export class KeptGunzipSource implements ByteSource {
  readonly size: number;
  readonly #file: ByteSource;
  #walk: AsyncGenerator<Uint8Array, GunzipEnd>;
  /** From the beginning, as they came. */
  #pieces: Uint8Array[] = [];
  #length = 0;
  /** Reads wait for each other: they share one walk. */
  #turn: Promise<unknown> = Promise.resolve();

  /** `size`: the inflated length as the caller knows it; what lies behind it is not inflated. */
  constructor(file: ByteSource, size: number) {
    this.#file = file;
    this.size = size;
    this.#walk = gunzip(file);
  }

  /** The bytes from `offset` on; fewer where the stream ends, is cut off or damaged. */
  read(offset: number, length: number): Promise<Uint8Array> {
    const read = this.#turn.then(() => this.#read(offset, Math.min(offset + length, this.size)));
    this.#turn = read.catch(() => this.#begin());
    return read;
  }

  async #read(from: number, to: number): Promise<Uint8Array> {
    while (this.#length < to) {
      const { done, value } = await this.#walk.next();
      if (done) break;
      this.#pieces.push(value);
      this.#length += value.length;
    }
    const wanted = new Uint8Array(Math.max(0, Math.min(to, this.#length) - from));
    let start = 0;
    for (const piece of this.#pieces) {
      const [first, last] = [Math.max(0, from - start), Math.min(piece.length, from + wanted.length - start)];
      if (first < last) wanted.set(piece.subarray(first, last), start + first - from);
      start += piece.length;
    }
    return wanted;
  }

  #begin(): void {
    this.#walk = gunzip(this.#file);
    this.#pieces = [];
    this.#length = 0;
  }
}
