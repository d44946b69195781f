import { IncomingMessage } from 'node:http';
import type { ChunkMemory } from '#server/routes/chunk-body.ts';

/** Holds what the client packs, some 4 MiB, with its header. A larger chunk has memory of its own, which goes with it. */
const BODY_BYTES = 5 * 1024 * 1024;
const MOST_KEPT = 4;

/**
 * The bodies of chunks lie in memory that is used again, and the pieces in which Node's reader of HTTP brings them are freed at once: left to
 * the collection of garbage, which their bytes alone set going every 20 ms, they cost a third of the work of receiving.
 */
export function createChunkMemory(): ChunkMemory {
  const kept: ArrayBuffer[] = [];
  const lent = new WeakSet<ArrayBufferLike>();
  return {
    take(bytes) {
      if (bytes > BODY_BYTES) return Buffer.allocUnsafeSlow(bytes);
      const whole = kept.pop() ?? new ArrayBuffer(BODY_BYTES);
      lent.add(whole);
      return Buffer.from(whole, 0, bytes);
    },
    give({ buffer }) {
      if (lent.delete(buffer) && kept.length < MOST_KEPT) kept.push(buffer as ArrayBuffer);
    },
    free: (piece, stream) => void (isItsOwn(piece) && stream instanceof IncomingMessage && piece.buffer.transfer(0)),
  };
}

/** Not a view of something larger, such as the memory that small buffers share. */
function isItsOwn(piece: Buffer): piece is Buffer<ArrayBuffer> {
  return piece.buffer instanceof ArrayBuffer && piece.buffer.byteLength === piece.length;
}
