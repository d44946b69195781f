import { joinBytes } from '#model/join-bytes.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/** Consecutive bytes, in pieces as they arrive. */
export type Blocks = AsyncIterable<Uint8Array>;

/**
 * A range of a source. Fewer bytes if the source ends. From the second block on, the next block is read while the last one is processed; a
 * first block alone causes no other read. Blocks grow with the distance read, and at most a quarter of that distance is read ahead.
 */
export async function* readBlocks(
  source: ByteSource,
  from: number,
  to: number,
  { firstBytes = ARCHIVE_LIMITS.readBytes, mostBytes = ARCHIVE_LIMITS.readBytes }: BlockSizes = {},
): AsyncGenerator<Uint8Array> {
  let blockBytes = firstBytes;
  const read = (offset: number): Reading => {
    const length = Math.min(blockBytes, to - offset);
    return { length, bytes: quietly(source.read(offset, length)) };
  };
  let next: Reading | null = null;
  for (let at = from; at < to;) {
    const reading: Reading = next ?? read(at);
    const bytes = await reading.bytes;
    const isShort = bytes.length < reading.length;
    const isWalked = at > from;
    at += bytes.length;
    if (at - from >= 8 * blockBytes) blockBytes = Math.min(blockBytes * 2, mostBytes);
    next = isWalked && !isShort && at < to ? read(at) : null;
    if (bytes.length > 0) yield bytes;
    if (isShort) return;
  }
}

export interface BlockSizes {
  /** Initial read size. */
  firstBytes?: number;
  /** Read size after a long distance. */
  mostBytes?: number;
}

interface Reading {
  length: number;
  bytes: Promise<Uint8Array>;
}

/** A failed read-ahead is reported to its consumer, if any. */
function quietly<T>(ahead: Promise<T>): Promise<T> {
  ahead.catch(() => undefined);
  return ahead;
}

/**
 * The same source, read in whole blocks: neighbours of the last read come from memory, and for sequential reads the next block is read
 * while the last one is processed.
 */
export function createWindowSource(source: ByteSource): ByteSource {
  const { readBytes } = ARCHIVE_LIMITS;
  /** The last block requested and perhaps the next one, by number. */
  const held = new Map<number, Promise<Uint8Array>>();
  let current = -1;

  function load(number: number): Promise<Uint8Array> {
    const known = held.get(number);
    if (known) return known;
    const block = quietly(source.read(number * readBytes, Math.min(readBytes, source.size - number * readBytes)));
    held.set(number, block);
    block.catch(() => held.delete(number));
    return block;
  }

  function moveTo(number: number): Promise<Uint8Array> {
    const isWalk = number === current + 1 && number > 0;
    current = number;
    for (const other of held.keys()) if (other !== number && other !== number + 1) held.delete(other);
    const block = load(number);
    if (isWalk && (number + 1) * readBytes < source.size) void load(number + 1);
    return block;
  }

  return {
    size: source.size,
    async read(offset, length) {
      const end = Math.min(offset + length, source.size);
      if (end <= offset) return new Uint8Array(0);
      if (end - offset > readBytes) return source.read(offset, end - offset);
      const first = Math.floor(offset / readBytes);
      const last = Math.floor((end - 1) / readBytes);
      const begin = (await moveTo(first)).subarray(offset - first * readBytes, end - first * readBytes);
      return last === first ? begin : joinBytes([begin, (await moveTo(last)).subarray(0, end - last * readBytes)]);
    },
  };
}

/** Reads blocks by byte counts, for readers of records. */
export class BlockReader {
  readonly #blocks: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(blocks: Blocks) {
    this.#blocks = blocks[Symbol.asyncIterator]();
  }

  /** The next `length` bytes, or fewer at the end. For short records: they are joined in memory. */
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

  /** The next `length` bytes in pieces, or fewer at the end. */
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
