import { Readable } from 'node:stream';
import { ObjectMissingError, type ObjectStore } from '#server/storage/object-store.ts';

/** A file on its way to a client, before anybody has decided which range of it goes. */
export interface ByteAnswer {
  /** Bytes of the whole; null where that is known at its end alone. */
  size: number | null;
  type: string;
  /** Of the whole, whose size is known: its strong ETag, and what makes ranges possible. Null for a file that is made while it is sent. */
  sha256: string | null;
  /** It is to be saved under this name, which identifies no patient. Null: it is to be read by the page. */
  saveAs: string | null;
  /** What more is said of it: names in small letters. */
  headers?: Readonly<Record<string, string>>;
  /** `length` bytes from `offset`; without a sha256 only the whole. Destroyed when the client leaves. */
  stream(offset: number, length: number): Readable;
}

/** Part of a file: where its bytes lie in an object. */
export interface StoredRange {
  file_offset: number;
  length: number;
  object_key: string;
  object_offset: number;
}

/** `length` bytes from `offset` out of pieces in the order of their offsets, one object at a time. */
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
  if (next < to) throw new ObjectMissingError('The pieces of the file leave a gap');
}
