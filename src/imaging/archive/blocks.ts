import { joinBytes } from '#model/join-bytes.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/** Bytes one after another, in pieces as they come. */
export type Blocks = AsyncIterable<Uint8Array>;

/**
 * A range of a source. Fewer bytes where the source ends. Who asks for a second block is walking, and from then on the next one is read while the
 * last one is worked on; a first one alone costs no other. The further the walk has gone the longer are its blocks, and never is more than a quarter
 * of the way read ahead.
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
  /** How much is read for a start. */
  firstBytes?: number;
  /** How much is read at once of a long walk. */
  mostBytes?: number;
}

interface Reading {
  length: number;
  bytes: Promise<Uint8Array>;
}

/** What fails ahead is told to whoever comes for it, if anybody does. */
function quietly<T>(ahead: Promise<T>): Promise<T> {
  ahead.catch(() => undefined);
  return ahead;
}

/**
 * The same source, asked for whole blocks: neighbours of what was read last come from memory, and of who walks from block to block the next one is
 * read while the last one is worked on.
 */
export function createWindowSource(source: ByteSource): ByteSource {
  const { readBytes } = ARCHIVE_LIMITS;
  /** The block that was asked for last and perhaps the one behind it, by their numbers. */
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
