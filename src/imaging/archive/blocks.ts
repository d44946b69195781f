import { joinBytes } from '#imaging/join-bytes.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/** Bytes one after another, in pieces as they come. */
export type Blocks = AsyncIterable<Uint8Array>;

/** A range of a source. Fewer bytes where the source ends. */
export async function* readBlocks(source: ByteSource, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to;) {
    const bytes = await source.read(at, Math.min(ARCHIVE_LIMITS.readBytes, to - at));
    if (bytes.length === 0) return;
    yield bytes;
    at += bytes.length;
  }
}

/** The same source, asked for larger ranges: neighbours of what was read last come from memory. */
export function createWindowSource(source: ByteSource): ByteSource {
  let start = 0;
  let held: Uint8Array = new Uint8Array(0);
  return {
    size: source.size,
    async read(offset, length) {
      const wanted = Math.max(0, Math.min(length, source.size - offset));
      if (offset < start || offset + wanted > start + held.length) {
        if (wanted >= ARCHIVE_LIMITS.readBytes) return source.read(offset, wanted);
        held = await source.read(offset, Math.min(ARCHIVE_LIMITS.readBytes, source.size - offset));
        start = offset;
      }
      return held.subarray(offset - start, offset - start + wanted);
    },
  };
}

/** Walks through blocks by counts of bytes, as a reader of records wants them. */
export class BlockReader {
  readonly #blocks: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(blocks: Blocks) {
    this.#blocks = blocks[Symbol.asyncIterator]();
  }

  /** The next `length` bytes, or fewer where they end. For short records: they are joined in memory. */
  async take(length: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let left = length;
    while (left > 0) {
      const piece = await this.#next(left);
      if (piece.length === 0) break;
      pieces.push(piece);
      left -= piece.length;
    }
    return pieces.length === 1 ? (pieces[0] as Uint8Array) : joinBytes(pieces);
  }

  /** The next `length` bytes in pieces, or fewer where they end. */
  async *pass(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0;) {
      const piece = await this.#next(left);
      if (piece.length === 0) return;
      yield piece;
      left -= piece.length;
    }
  }

  async #next(most: number): Promise<Uint8Array> {
    while (this.#held.length === 0) {
      const next = await this.#blocks.next();
      if (next.done) return this.#held;
      this.#held = next.value;
    }
    const piece = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(piece.length);
    return piece;
  }
}
