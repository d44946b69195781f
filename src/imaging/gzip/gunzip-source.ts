import { joinBytes } from '#model/join-bytes.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { gunzip, type GunzipEnd } from './gunzip.ts';

/**
 * What a gzip file inflates to, read by ranges. It is walked from its beginning: a range behind the last one goes on where that ended, one
 * before it begins again. `size` is the inflated length as the caller knows it; what lies behind it is never inflated.
 */
export class GunzipSource implements ByteSource {
  readonly size: number;
  readonly #file: ByteSource;
  #walk: AsyncGenerator<Uint8Array, GunzipEnd>;
  /** Inflated and not asked for, from `#at` on. */
  #rest: Uint8Array = NOTHING;
  #at = 0;
  /** Reads wait for each other: they share one walk. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(file: ByteSource, size = Infinity) {
    this.#file = file;
    this.size = size;
    this.#walk = gunzip(file);
  }

  /** The bytes from `offset` on; fewer where the stream ends, is cut off or damaged. Memory grows with what is really there. */
  read(offset: number, length: number): Promise<Uint8Array> {
    const read = this.#turn.then(() => this.#read(offset, Math.min(length, this.size - offset)));
    // A walk that could not read its file is over.
    this.#turn = read.catch(() => this.#begin());
    return read;
  }

  async #read(offset: number, length: number): Promise<Uint8Array> {
    if (offset < this.#at) this.#begin();
    const parts: Uint8Array[] = [];
    let missing = length;
    while (missing > 0) {
      this.#skipTo(offset + length - missing);
      if (this.#rest.length === 0) {
        if (await this.#next()) continue;
        break;
      }
      const part = this.#rest.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      this.#skipTo(this.#at + part.length);
    }
    return parts.length === 1 ? (parts[0] as Uint8Array) : joinBytes(parts);
  }

  #begin(): void {
    this.#walk = gunzip(this.#file);
    this.#rest = NOTHING;
    this.#at = 0;
  }

  #skipTo(offset: number): void {
    const step = Math.min(this.#rest.length, Math.max(0, offset - this.#at));
    this.#rest = this.#rest.subarray(step);
    this.#at += step;
  }

  async #next(): Promise<boolean> {
    const { done, value } = await this.#walk.next();
    if (done) return false;
    this.#rest = value;
    return true;
  }
}

const NOTHING = new Uint8Array(0);
