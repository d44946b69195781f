/** Fills waiting buffers with the bytes of a stream, in the order of the requests. */
export interface FillInOrder {
  /** Resolves with the same buffer once it is full. */
  next(memory: Uint8Array): Promise<Uint8Array>;
  /** Bytes that have arrived. More than requested is an error. */
  take(bytes: Uint8Array): void;
  /** No buffer waits for bytes. */
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
        if (first === undefined) throw new RangeError('More bytes arrived than were requested');
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
