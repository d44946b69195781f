import { createHash, randomBytes, type Hash } from 'node:crypto';
import type { Reader, Writer } from '#server/db/database.ts';
import { streamPieces, type StoredRange } from '#server/rules/byte-answer.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import type { Readable } from 'node:stream';

export interface NewContent {
  sha256: string;
  bytes: number;
  pieces: readonly StoredRange[];
}

export async function writeContent(tx: Writer, { sha256, bytes, pieces }: NewContent, at: number): Promise<number> {
  const { id } = await tx.insertInto('file_content').values({ sha256, bytes, created_at: at }).returning('id').executeTakeFirstOrThrow();
  const rows = pieces.map(({ file_offset, length, object_key, object_offset }) => ({
    ...{ content_id: id, file_offset, length, object_key, object_offset },
  }));
  for (const some of inPortions(rows)) await tx.insertInto('file_piece').values(some).execute();
  return id;
}

export async function piecesOfContent(db: Reader, contentId: number): Promise<StoredRange[]> {
  return db.selectFrom('file_piece').selectAll().where('content_id', '=', contentId).orderBy('file_offset').execute();
}

/** The bytes of a content, whose pieces are read when it is. */
export async function* bytesOfContent(
  db: Reader,
  objects: ObjectStore,
  content: { id: number; bytes: number },
): AsyncGenerator<Uint8Array> {
  const open: Readable = streamPieces(objects, await piecesOfContent(db, content.id), 0, content.bytes);
  try {
    for await (const bytes of open) yield bytes as Uint8Array;
  } finally {
    open.destroy();
  }
}

/** Memory that one file needs while it is written. */
const OBJECT_BYTES = 8 * 1024 ** 2;

/** Folder of the objects of one try of a work: no key is written twice. */
export function folderOfTry({ area_id, uuid }: { area_id: number; uuid: string }): string {
  return `files/area-${area_id}/work-${uuid}-${randomBytes(8).toString('hex')}`;
}

/** Bytes on their way into objects of equal size. */
export class ContentWriter {
  readonly #objects: ObjectStore;
  readonly #folder: string;
  readonly #hash: Hash = createHash('sha256');
  readonly #pieces: StoredRange[] = [];
  readonly #buffer = new Uint8Array(OBJECT_BYTES);
  #length = 0;
  #written = 0;

  constructor(objects: ObjectStore, folder: string) {
    this.#objects = objects;
    this.#folder = folder;
  }

  /** Of the objects that were written. */
  get keys(): string[] {
    return this.#pieces.map((piece) => piece.object_key);
  }

  get bytes(): number {
    return this.#written + this.#length;
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    for (let from = 0; from < bytes.length;) {
      const some = bytes.subarray(from, from + OBJECT_BYTES - this.#length);
      this.#buffer.set(some, this.#length);
      this.#length += some.length;
      from += some.length;
      if (this.#length === OBJECT_BYTES) await this.#flush();
    }
  }

  async end(): Promise<NewContent> {
    await this.#flush();
    return { sha256: this.#hash.digest('hex'), bytes: this.#written, pieces: this.#pieces };
  }

  async #flush(): Promise<void> {
    if (this.#length === 0) return;
    const key = `${this.#folder}/${this.#pieces.length}`;
    await this.#objects.write(key, this.#buffer.slice(0, this.#length));
    this.#pieces.push({ file_offset: this.#written, length: this.#length, object_key: key, object_offset: 0 });
    this.#written += this.#length;
    this.#length = 0;
  }
}
