import { createHash } from 'node:crypto';
import type { UnpackedItem, UnpackedPart } from '#server/archives/archive-unpacker.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import type { Piece } from './source.ts';

/** Packs on their way into the store, and what is known of the files in them. The same content has the same keys. */
export class StoredPacks {
  readonly files: Extract<UnpackedItem, { is: 'file' }>[] = [];
  readonly refused: Extract<UnpackedItem, { is: 'refused' }>[] = [];
  readonly piecesByKey = new Map<string, Piece[]>();
  /** Keys of the objects that were written. */
  readonly objectKeys: string[] = [];
  readonly #objects: ObjectStore;
  readonly #prefix: string;

  constructor(objects: ObjectStore, prefix: string) {
    this.#objects = objects;
    this.#prefix = prefix;
  }

  async take({ pack, bytes, items }: UnpackedPart): Promise<void> {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const key = `${this.#prefix}-${pack}-${hash}`;
    if (bytes.length > 0) {
      this.objectKeys.push(key);
      await this.#objects.write(key, bytes);
    }
    for (const item of items) {
      if (item.is === 'file') this.files.push(item);
      else if (item.is === 'refused') this.refused.push(item);
      else this.#addPiece(item, key);
    }
  }

  #addPiece({ key, at, offset, length }: Extract<UnpackedItem, { is: 'piece' }>, objectKey: string): void {
    const pieces = this.piecesByKey.get(key) ?? [];
    pieces.push({ file_offset: offset, length, object_key: objectKey, object_offset: at });
    this.piecesByKey.set(key, pieces);
  }
}
