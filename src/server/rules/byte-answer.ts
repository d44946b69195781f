import { Readable } from 'node:stream';
import { ObjectMissingError, type ObjectStore } from '#server/storage/object-store.ts';

/** A file to send to a client, before a range of it has been chosen. */
export interface ByteAnswer {
  /** Size of the whole file; null if it is only known at its end. */
  size: number | null;
  type: string;
  /**
   * SHA-256 of the whole file, if its size is known: serves as its strong ETag and makes ranges possible. Null for a file that is generated
   * while it is sent.
   */
  sha256: string | null;
  /** Download name, which identifies no patient. Null: the page reads the file itself. */
  saveAs: string | null;
  /** Additional headers, with names in lower case. */
  headers?: Readonly<Record<string, string>>;
  /** `length` bytes from `offset`; without a sha256 only the whole file. Destroyed when the client disconnects. */
  stream(offset: number, length: number): Readable;
}

/** Part of a file: the place of its bytes in an object. */
export interface StoredRange {
  file_offset: number;
  length: number;
  object_key: string;
  object_offset: number;
}

/** `length` bytes from `offset` out of pieces sorted by offset, one object at a time. */
export function streamPieces(objects: ObjectStore, pieces: readonly StoredRange[], offset: number, length: number): Readable {
  return Readable.from(readPieces(objects, pieces, offset, offset + length), { objectMode: false });
}

async function* readPieces(objects: ObjectStore, pieces: readonly StoredRange[], from: number, to: number): AsyncGenerator<Uint8Array> {
  let next = from;
  for (const piece of pieces) {
    const end = Math.min(to, piece.file_offset + piece.length);
    if (end <= next || piece.file_offset > next) continue;
    for await (const bytes of objects.stream(piece.object_key, piece.object_offset + next - piece.file_offset, end - next)) {
      yield bytes as Uint8Array;
    }
    next = end;
  }
  if (next < to) throw new ObjectMissingError('The stored pieces of the file have a gap');
}
