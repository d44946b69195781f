import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import type { ReadSlice } from './slice-reader.ts';

/** 48 slices of 1024 x 1024, or 6 of the largest radiographs, at 16 bits. */
const MOST_BYTES = 96 * 1024 ** 2;

/** Decoded slices around the current one; the most recently used are kept longest. A slice that is being decoded is requested only once. */
export class FrameCache {
  readonly #slices = new Map<number, { answer: Promise<ReadSlice | NoSlice>; bytes: number }>();
  readonly #read: (slice: number) => Promise<ReadSlice | NoSlice>;
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(read: (slice: number) => Promise<ReadSlice | NoSlice>, mostBytes = MOST_BYTES) {
    this.#read = read;
    this.#mostBytes = mostBytes;
  }

  get(slice: number): Promise<ReadSlice | NoSlice> {
    const known = this.#slices.get(slice);
    if (known) {
      this.#slices.delete(slice);
      this.#slices.set(slice, known);
      return known.answer;
    }
    const entry = { answer: this.#read(slice), bytes: 0 };
    this.#slices.set(slice, entry);
    const forget = () => this.#forget(slice, entry);
    entry.answer
      // What could not be read may be available next time.
      .then((answer) => (isNoSlice(answer) ? forget() : this.#count(slice, entry, answer.frame.samples.byteLength)))
      .catch(forget);
    return entry.answer;
  }

  #count(slice: number, entry: { bytes: number }, bytes: number): void {
    if (this.#slices.get(slice) !== entry) return;
    entry.bytes = bytes;
    this.#bytes += bytes;
    for (const [other, { bytes: freed }] of this.#slices) {
      if (this.#bytes <= this.#mostBytes) break;
      if (other === slice || freed === 0) continue;
      this.#slices.delete(other);
      this.#bytes -= freed;
    }
  }

  #forget(slice: number, entry: object): void {
    if (this.#slices.get(slice) === entry) this.#slices.delete(slice);
  }
}
