import type { ByteSource } from '#imaging/byte-source.ts';

/** Bytes of a file on the server from `offset` on, and the size of the whole file. */
export type FetchBytes = (offset: number, length: number) => Promise<{ bytes: Uint8Array; size: number }>;

/** A request costs as much as some hundred kilobytes. A slice of 512 x 512 has half a block. */
const BLOCK_BYTES = 1024 ** 2;
/** 64 MiB, enough to keep a volume of 256 x 256 x 256. */
const MOST_BLOCKS = 64;

/** A file on the server, read in blocks that are fetched once, so that the first slice does not wait for the whole file. */
export class BlockSource implements ByteSource {
  readonly size: number;
  readonly #fetch: FetchBytes;
  readonly #blocks = new Map<number, Promise<Uint8Array>>();

  private constructor(size: number, fetch: FetchBytes) {
    this.size = size;
    this.#fetch = fetch;
  }

  /** The first block returns the size of the file. */
  static async open(fetch: FetchBytes): Promise<BlockSource> {
    const { bytes, size } = await fetch(0, BLOCK_BYTES);
    const source = new BlockSource(size, fetch);
    source.#blocks.set(0, Promise.resolve(bytes));
    return source;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.size);
    if (end <= offset) return new Uint8Array(0);
    const [first, last] = [Math.floor(offset / BLOCK_BYTES), Math.floor((end - 1) / BLOCK_BYTES)];
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    // In parallel: the browser limits the number of requests.
    const blocks = await Promise.all(numbers.map((number) => this.#block(number)));
    const wanted = new Uint8Array(end - offset);
    for (const [index, block] of blocks.entries()) {
      const start = (first + index) * BLOCK_BYTES;
      const part = block.subarray(Math.max(0, offset - start), Math.max(0, end - start));
      wanted.set(part, Math.max(0, start - offset));
    }
    return wanted;
  }

  #block(number: number): Promise<Uint8Array> {
    const known = this.#blocks.get(number);
    const block = known ?? this.#fetchBlock(number);
    // The most recently read block is kept longest.
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (oldest !== undefined && this.#blocks.size > MOST_BLOCKS) this.#blocks.delete(oldest);
    return block;
  }

  #fetchBlock(number: number): Promise<Uint8Array> {
    const offset = number * BLOCK_BYTES;
    const block = this.#fetch(offset, Math.min(BLOCK_BYTES, this.size - offset)).then(({ bytes }) => bytes);
    // A block that failed may arrive next time.
    block.catch(() => this.#blocks.delete(number));
    return block;
  }
}
