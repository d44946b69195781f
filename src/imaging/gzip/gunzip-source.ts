import { joinBytes } from '#model/join-bytes.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { gunzip, type GunzipEnd } from './gunzip.ts';

/**
 * The inflated content of a gzip file, read by ranges. A range after the last one continues from there, one before it starts again from the
 * beginning. `size` is the inflated length known to the caller; nothing beyond it is inflated.
 */
export class GunzipSource implements ByteSource {
  readonly size: number;
  readonly #file: ByteSource;
  #walk: AsyncGenerator<Uint8Array, GunzipEnd>;
  /** Inflated but not requested, from `#at`. */
  #rest: Uint8Array = NOTHING;
  #at = 0;
  /** Reads wait for each other because they share one pass. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(file: ByteSource, size = Infinity) {
    this.#file = file;
    this.size = size;
    this.#walk = gunzip(file);
  }

  /** The bytes from `offset`; fewer if the stream ends, is truncated or damaged. Memory grows only with actual data. */
  read(offset: number, length: number): Promise<Uint8Array> {
    const read = this.#turn.then(() => this.#read(offset, Math.min(length, this.size - offset)));
    // A pass that could not read its file has ended.
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
