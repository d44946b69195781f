import { createHash, type Hash } from 'node:crypto';
import type { BatchProblem } from '#contract/batch.ts';
import type { UnpackedItem, UnpackedPart } from './archive-unpacker.ts';

/** The size of a client's chunk: few objects, and little memory. */
const PACK_BYTES = 4 * 1024 ** 2;
/** Maximum number of items in a part: small files, and refusals, which have no bytes. */
const MOST_ITEMS = 2_000;

/**
 * The bytes of files in order, in packs that are returned as they fill. If a file turns out to be damaged, nothing of it stays in the pack in which
 * it began.
 */
export class EntryPacks {
  readonly #give: (part: UnpackedPart) => Promise<void>;
  #pack = 0;
  #bytes = new Uint8Array(PACK_BYTES);
  #length = 0;
  #items: UnpackedItem[] = [];
  #open: { key: string; size: number; hash: Hash; packAt: number; lengthAt: number; itemsAt: number } | null = null;

  constructor(give: (part: UnpackedPart) => Promise<void>) {
    this.#give = give;
  }

  begin(key: string): void {
    this.#open = { key, size: 0, hash: createHash('sha256'), packAt: this.#pack, lengthAt: this.#length, itemsAt: this.#items.length };
  }

  async add(bytes: Uint8Array): Promise<void> {
    const open = this.#open!;
    open.hash.update(bytes);
    for (let from = 0; from < bytes.length;) {
      const some = bytes.subarray(from, from + PACK_BYTES - this.#length);
      this.#bytes.set(some, this.#length);
      const last = this.#items.at(-1);
      if (last?.is === 'piece' && last.key === open.key) last.length += some.length;
      else {
        const { key, size: offset } = open;
        this.#items.push({ is: 'piece', key, pack: this.#pack, at: this.#length, offset, length: some.length });
      }
      this.#length += some.length;
      open.size += some.length;
      from += some.length;
      if (this.#length === PACK_BYTES) await this.flush();
    }
  }

  async end(path: string): Promise<void> {
    const { key, size, hash } = this.#open!;
    this.#open = null;
    await this.#say({ is: 'file', key, path, size, sha256: hash.digest('hex') });
  }

  /** The reason why it is refused; null if that is not reported. */
  async drop(path: string, problem: BatchProblem | null): Promise<void> {
    const { key, packAt, lengthAt, itemsAt } = this.#open!;
    this.#open = null;
    if (packAt === this.#pack) {
      this.#length = lengthAt;
      this.#items.length = itemsAt;
    }
    if (problem !== null) await this.refuse(key, path, problem);
  }

  async refuse(key: string, path: string, problem: BatchProblem): Promise<void> {
    await this.#say({ is: 'refused', key, path, problem });
  }

  async flush(): Promise<void> {
    if (this.#length === 0 && this.#items.length === 0) return;
    const [pack, bytes, items] = [this.#pack, this.#bytes.subarray(0, this.#length), this.#items];
    this.#pack += 1;
    this.#length = 0;
    this.#items = [];
    await this.#give({ pack, bytes, items });
  }

  async #say(item: UnpackedItem): Promise<void> {
    this.#items.push(item);
    if (this.#items.length >= MOST_ITEMS) await this.flush();
  }
}
