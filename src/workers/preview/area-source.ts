import type { ByteSource } from '#imaging/byte-source.ts';

/** What is asked for at once: a header and its neighbourhood, and few questions for a volume. */
const PIECE_BYTES = 1024 * 1024;
/** A compressed volume is read from its beginning again for an earlier slice. */
const HELD_PIECES = 64;

export type ReadPiece = (offset: number, length: number) => Promise<Uint8Array>;

/** A file of an area as a source that asks the server for pieces, and holds those that were read last. */
export function createAreaSource(size: number, readPiece: ReadPiece): ByteSource {
  const held = new Map<number, Promise<Uint8Array>>();

  function piece(index: number): Promise<Uint8Array> {
    const offset = index * PIECE_BYTES;
    const asked = held.get(index) ?? readPiece(offset, Math.min(PIECE_BYTES, size - offset));
    held.delete(index);
    held.set(index, asked);
    // One that failed is asked for again.
    asked.catch(() => held.delete(index));
    const [oldest] = held.keys();
    if (held.size > HELD_PIECES && oldest !== undefined) held.delete(oldest);
    return asked;
  }

  return {
    size,
    async read(offset, length) {
      const end = Math.min(size, offset + length);
      if (offset >= end) return new Uint8Array(0);
      const first = Math.floor(offset / PIECE_BYTES);
      const last = Math.floor((end - 1) / PIECE_BYTES);
      const wanted = new Uint8Array(end - offset);
      for (let index = first; index <= last; index += 1) {
        const at = index * PIECE_BYTES;
        const bytes = await piece(index);
        const part = bytes.subarray(Math.max(0, offset - at), Math.min(bytes.length, end - at));
        wanted.set(part, Math.max(0, at - offset));
      }
      return wanted;
    },
  };
}
