import { LIMITS } from '#contract/limits.ts';
import { Refusal } from '#server/rules/context.ts';

/**
 * Chunks are held in memory from their first byte to their answer. Clients beyond the memory limit are told to retry shortly, before a byte
 * is read or inflated; their copy is on the device. Counted per process.
 */
export interface ChunkRoom {
  /** Throws `RoomTaken`; otherwise returns a function to call, once, when the chunk has left memory. */
  enter(who: { userId: number; uploadId: number | null }, bytes: number): () => void;
  /** For further memory that a chunk needs; like `enter`, but not counted as a chunk. */
  hold(bytes: number): () => void;
  /** Bytes in use. */
  bytesHeld(): number;
}

type RoomLimit = 'chunksAtOncePerUpload' | 'chunksAtOncePerUser' | 'chunkBytesAtOnce';

/** 429 with the seconds to wait. */
export class RoomTaken extends Refusal {
  readonly retryAfterSeconds = 2;
  constructor(name: RoomLimit, max: number) {
    super('too_many', { limit: { name, max } });
  }
}

export function createChunkRoom(limits: Readonly<Record<RoomLimit, number>> = LIMITS): ChunkRoom {
  const countByKey = new Map<string, number>();
  let held = 0;
  const add = (key: string, by: 1 | -1): void => {
    const count = (countByKey.get(key) ?? 0) + by;
    if (count === 0) countByKey.delete(key);
    else countByKey.set(key, count);
  };
  const hold = (bytes: number): (() => void) => {
    if (held + bytes > limits.chunkBytesAtOnce) throw new RoomTaken('chunkBytesAtOnce', limits.chunkBytesAtOnce);
    held += bytes;
    return once(() => void (held -= bytes));
  };

  return {
    hold,
    bytesHeld: () => held,
    enter({ userId, uploadId }, bytes) {
      const user = `user ${userId}`;
      const upload = uploadId === null ? user : `upload ${uploadId}`;
      if ((countByKey.get(upload) ?? 0) >= limits.chunksAtOncePerUpload)
        throw new RoomTaken('chunksAtOncePerUpload', limits.chunksAtOncePerUpload);
      if ((countByKey.get(user) ?? 0) >= limits.chunksAtOncePerUser) throw new RoomTaken('chunksAtOncePerUser', limits.chunksAtOncePerUser);
      const release = hold(bytes);
      const keys = new Set([user, upload]);
      for (const key of keys) add(key, 1);
      return once(() => {
        for (const key of keys) add(key, -1);
        release();
      });
    },
  };
}

function once(run: () => void): () => void {
  let ran = false;
  return () => {
    if (ran) return;
    ran = true;
    run();
  };
}
