import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** What lies between a browser and a server that is far away. */
export interface SlowLink {
  /** From the browser, of all its connections together. */
  bytesPerSecond: number;
  /** Before the first byte of a request arrives. */
  delayMs: number;
}

/** The bytes of a request on their way: each call gives the way of one more, and all share what the link carries. */
export function createSlowLink({ bytesPerSecond, delayMs }: SlowLink): () => Transform {
  let freeAtMs = 0;
  const carry = async (bytes: number): Promise<void> => {
    const now = performance.now();
    freeAtMs = Math.max(now, freeAtMs) + (bytes / bytesPerSecond) * 1000;
    await pause(freeAtMs - now);
  };
  return () => {
    let arrives: Promise<void> | null = null;
    return new Transform({
      transform(bytes: Buffer, _, done) {
        arrives ??= pause(delayMs);
        void arrives.then(() => carry(bytes.length)).then(() => done(null, bytes));
      },
      // What has no body is a request all the same.
      flush: (done) => void (arrives ?? pause(delayMs)).then(() => done()),
    });
  };
}
