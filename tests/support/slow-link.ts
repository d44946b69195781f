import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** Simulated distance between a browser and its server. */
export interface SlowLink {
  /** From the browser, for all connections together. */
  bytesPerSecond: number;
  /** Delay before the first byte of a request arrives. */
  delayMs: number;
}

/** Delays the bytes of requests. Each call returns the transform for one request; all share the bandwidth. */
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
      // A request without a body is delayed as well.
      flush: (done) => void (arrives ?? pause(delayMs)).then(() => done()),
    });
  };
}
