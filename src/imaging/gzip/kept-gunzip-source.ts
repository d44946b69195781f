import type { ByteSource } from '#imaging/byte-source.ts';
import { gunzip, type GunzipEnd } from './gunzip.ts';

/**
 * The inflated content of a gzip file, kept as far as it was inflated, so that going back and forth waits for each part only once. For
 * files small enough for memory; `GunzipSource` is for the others.
 */
export class KeptGunzipSource implements ByteSource {
  readonly size: number;
  readonly #file: ByteSource;
  #walk: AsyncGenerator<Uint8Array, GunzipEnd>;
  /** From the beginning, as received. */
  #pieces: Uint8Array[] = [];
  #length = 0;
  /** Reads wait for each other because they share one pass. */
  #turn: Promise<unknown> = Promise.resolve();

  /** `size`: the inflated length known to the caller; nothing beyond it is inflated. */
  constructor(file: ByteSource, size: number) {
    this.#file = file;
    this.size = size;
    this.#walk = gunzip(file);
  }

  /** The bytes from `offset`; fewer if the stream ends, is truncated or damaged. */
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
