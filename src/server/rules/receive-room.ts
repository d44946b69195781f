import { LIMITS } from '#contract/limits.ts';
import { Refusal } from './context.ts';

/**
 * Chunks are held in memory from their first byte to their answer. So many clients that the memory would not do are asked to come again in a
 * moment, before a byte is read; their copy is on the device. Counted per process.
 */
export interface ChunkRoom {
  /** Throws `RoomTaken`; otherwise gives what is called, once, when the chunk has left memory. */
  enter(who: { userId: number; uploadId: number | null }, bytes: number): () => void;
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

  return {
    enter({ userId, uploadId }, bytes) {
      const user = `user ${userId}`;
      const upload = uploadId === null ? user : `upload ${uploadId}`;
      if ((countByKey.get(upload) ?? 0) >= limits.chunksAtOncePerUpload)
        throw new RoomTaken('chunksAtOncePerUpload', limits.chunksAtOncePerUpload);
      if ((countByKey.get(user) ?? 0) >= limits.chunksAtOncePerUser) throw new RoomTaken('chunksAtOncePerUser', limits.chunksAtOncePerUser);
      if (held + bytes > limits.chunkBytesAtOnce) throw new RoomTaken('chunkBytesAtOnce', limits.chunkBytesAtOnce);
      const keys = new Set([user, upload]);
      for (const key of keys) add(key, 1);
      held += bytes;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        for (const key of keys) add(key, -1);
        held -= bytes;
      };
    },
  };
}
