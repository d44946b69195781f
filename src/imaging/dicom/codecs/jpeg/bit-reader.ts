import { CodecFault } from '#imaging/dicom/codecs/codec.ts';

/** Up to three bytes are read ahead. */
const MOST_MISSING_BYTES = 4;
/** Encoders may omit the last few bits; a segment that lacks more is truncated. */
const MOST_MISSING_BITS = 7;

/** The bits of one entropy-coded segment (T.81 F.2.2.5): a stuffed 00 after FF is skipped, a marker ends the segment. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #hold = 0;
  #held = 0;
  #missing = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** The next `count` bits (1 to 16) without consuming them; zeros after the end. */
  peek(count: number): number {
    while (this.#held < count) this.#append();
    return (this.#hold >>> (this.#held - count)) & ((1 << count) - 1);
  }

  skip(count: number): void {
    this.#held -= count;
  }

  bits(count: number): number {
    const value = this.peek(count);
    this.#held -= count;
    return value;
  }

  /** RECEIVE and EXTEND of T.81 F.2.2.1: a number of `count` bits whose first bit gives its sign. */
  signed(count: number): number {
    if (count === 0) return 0;
    const value = this.bits(count);
    return value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
  }

  /** Skips to the first bit after a restart marker. */
  restart(): void {
    this.#refuseCutOff();
    const marker = this.#toMarker();
    if (marker === null || marker < 0xd0 || marker > 0xd7) throw new CodecFault('damaged');
    this.#at += 2;
    this.#hold = 0;
    this.#held = 0;
    this.#missing = 0;
  }

  /** Position of the marker that ends this scan; the end of the bytes if there is none. */
  end(): number {
    this.#refuseCutOff();
    this.#toMarker();
    return this.#at;
  }

  #refuseCutOff(): void {
    if (this.#missing * 8 - this.#held > MOST_MISSING_BITS) throw new CodecFault('damaged');
  }

  #append(): void {
    const byte = this.#bytes[this.#at];
    const isMarker = byte === 0xff && this.#bytes[this.#at + 1] !== 0;
    this.#held += 8;
    this.#hold <<= 8;
    if (byte === undefined || isMarker) {
      this.#missing += 1;
      if (this.#missing > MOST_MISSING_BYTES) throw new CodecFault('damaged');
      return;
    }
    this.#hold |= byte;
    this.#at += byte === 0xff ? 2 : 1;
  }

  #toMarker(): number | null {
    for (; this.#at + 1 < this.#bytes.length; this.#at += 1) {
      const next = this.#bytes[this.#at + 1] as number;
      if (this.#bytes[this.#at] === 0xff && next !== 0 && next !== 0xff) return next;
    }
    return null;
  }
}
