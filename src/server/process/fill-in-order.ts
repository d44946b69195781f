/** Bytes that come as a stream go into memory that waits for them, one after the other, in the order of asking. */
export interface FillInOrder {
  /** Resolves with the same memory once it is full. */
  next(memory: Uint8Array): Promise<Uint8Array>;
  /** What has come. More than is waited for is an error. */
  take(bytes: Uint8Array): void;
  /** Nothing waits for bytes. */
  isIdle(): boolean;
}

export function createFillInOrder(): FillInOrder {
  const waiting: { memory: Uint8Array; filled: number; resolve: (memory: Uint8Array) => void }[] = [];
  return {
    async next(memory) {
      return memory.length === 0 ? memory : new Promise((resolve) => void waiting.push({ memory, filled: 0, resolve }));
    },
    take(bytes) {
      for (let at = 0; at < bytes.length;) {
        const first = waiting[0];
        if (first === undefined) throw new RangeError('More bytes came than were asked for');
        const part = bytes.subarray(at, at + first.memory.length - first.filled);
        first.memory.set(part, first.filled);
        first.filled += part.length;
        at += part.length;
        if (first.filled === first.memory.length) waiting.shift()!.resolve(first.memory);
      }
    },
    isIdle: () => waiting.length === 0,
  };
}
