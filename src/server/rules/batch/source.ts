import type { ByteSource } from '#imaging/byte-source.ts';
import type { BatchPieceTable } from '#server/db/schema.ts';
import type { ServerContext } from '#server/rules/context.ts';

/** A file in the object store. Only the requested ranges are read. */
export function createBatchSource({ objects }: ServerContext, size: number, pieces: () => Promise<readonly Piece[]>): ByteSource {
  let known: Promise<readonly Piece[]> | null = null;
  return {
    size,
    async read(offset, length) {
      const end = Math.min(offset + length, size);
      const bytes = new Uint8Array(Math.max(0, end - offset));
      for (const piece of await (known ??= pieces())) {
        const [from, to] = [Math.max(offset, piece.file_offset), Math.min(end, piece.file_offset + piece.length)];
        if (from >= to) continue;
        bytes.set(await objects.read(piece.object_key, piece.object_offset + from - piece.file_offset, to - from), from - offset);
      }
      return bytes;
    },
  };
}

export type Piece = Omit<BatchPieceTable, 'file_id'>;
