import { Deflate } from 'fflate';
import { gzipTrailer } from '#imaging/archive/gzip.ts';
import { crc32 } from '#model/crc32.ts';
import { PLAIN_MEMBER_HEAD } from './member-head.ts';

/**
 * Makes one gzip member of bytes as they come, and gives it in blocks. The same bytes make the same member on every device and server, however they were cut:
 * that is why it is not the deflater of the platform, which differs from browser to browser (it makes 50 MB/s where this one makes 29). It holds a
 * block of what it makes and 160 KiB.
 */
export class GzipWriter {
  readonly #give: (bytes: Uint8Array) => Promise<void>;
  readonly #deflate: Deflate;
  readonly #step = new Uint8Array(STEP_BYTES);
  #stepLength = 0;
  #made: Uint8Array[] = [PLAIN_MEMBER_HEAD];
  #crc = 0;
  #size = 0;

  constructor(give: (bytes: Uint8Array) => Promise<void>) {
    this.#give = give;
    this.#deflate = new Deflate({ level: 6 }, (piece) => this.#made.push(piece));
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#crc = crc32(bytes, this.#crc);
    this.#size += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const some = bytes.subarray(at, at + STEP_BYTES - this.#stepLength);
      this.#step.set(some, this.#stepLength);
      this.#stepLength += some.length;
      at += some.length;
      if (this.#stepLength < STEP_BYTES) continue;
      this.#deflate.push(this.#step);
      this.#stepLength = 0;
      await this.#pass();
    }
  }

  async end(): Promise<void> {
    this.#deflate.push(this.#step.subarray(0, this.#stepLength), true);
    this.#made.push(gzipTrailer(this.#crc, this.#size));
    await this.#pass();
  }

  async #pass(): Promise<void> {
    for (const piece of this.#made.splice(0)) if (piece.length > 0) await this.#give(piece);
  }
}

/** What goes into the deflater at once: where its blocks end depends on it. */
const STEP_BYTES = 64 * 1024;
