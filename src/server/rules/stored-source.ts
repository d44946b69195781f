import type { ByteSource } from '#imaging/byte-source.ts';
import type { PieceTable } from '#server/db/schema.ts';
import type { ServerContext } from './context.ts';
import { piecesOf } from './receive/proof.ts';

/** A file in the object store, in the objects of its chunks. Only the requested ranges are read. */
export function createStoredSource({ db, objects }: ServerContext, file: { id: number; size: number }): ByteSource {
  let pieces: Promise<PieceTable[]> | null = null;
  return {
    size: file.size,
    async read(offset, length) {
      pieces ??= piecesOf(db.read, file.id);
      const end = Math.min(offset + length, file.size);
      const bytes = new Uint8Array(Math.max(0, end - offset));
      for (const piece of await pieces) {
        const from = Math.max(offset, piece.file_offset);
        const to = Math.min(end, piece.file_offset + piece.length);
        if (from >= to) continue;
        bytes.set(await objects.read(piece.object_key, piece.object_offset + from - piece.file_offset, to - from), from - offset);
      }
      return bytes;
    },
  };
}
