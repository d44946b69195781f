/** Why bytes are not read: they end too early, or hold what no writer writes. */
export type ByteFault = 'cut-off' | 'damaged';

/** Thrown by a `ByteReader`; the reader of a whole form returns its reason. */
export class DamagedBytes extends Error {
  readonly why: ByteFault;
  constructor(why: ByteFault) {
    super(why);
    this.why = why;
  }
}

const START_BYTES = 256;
/** A text is an id, never longer. */
const MOST_TEXT_BYTES = 1024;

/** Bytes that grow. Numbers are whole and not negative: seven bits in each byte, the lowest first; the highest bit says that another byte follows. */
export class ByteWriter {
  #bytes = new Uint8Array(START_BYTES);
  #length = 0;

  byte(value: number): void {
    this.#grow(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  number(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  bytes(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Its length in bytes, and UTF-8. */
  text(text: string): void {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > MOST_TEXT_BYTES) throw new RangeError('The text is too long');
    this.number(bytes.length);
    this.bytes(bytes);
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(by: number): void {
    if (this.#length + by <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + by));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads what a `ByteWriter` wrote. Throws `DamagedBytes`. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new DamagedBytes('cut-off');
    this.#at += 1;
    return byte;
  }

  number(): number {
    let [value, unit, byte] = [0, 1, 0];
    do {
      byte = this.byte();
      value += (byte % 128) * unit;
      unit *= 128;
    } while (byte > 127 && value <= Number.MAX_SAFE_INTEGER);
    // A number has one form only.
    if (!Number.isSafeInteger(value) || (byte === 0 && unit > 128)) throw new DamagedBytes('damaged');
    return value;
  }

  bytes(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) throw new DamagedBytes('cut-off');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  text(): string {
    const length = this.number();
    if (length > MOST_TEXT_BYTES) throw new DamagedBytes('damaged');
    const bytes = this.bytes(length);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new DamagedBytes('damaged');
    }
  }

  /** The place of the next byte. */
  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
}
