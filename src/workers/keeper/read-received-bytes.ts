import type { Clock } from '#transfer/ports.ts';

/** A body that delivers nothing for this long is aborted. */
const STALLED_MS = 30_000;

/** All bytes of a body, or those that arrived before it broke off, stalled, became too long or was aborted. Never throws. */
export async function readReceivedBytes(
  body: ReadableStream<Uint8Array>,
  length: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const reader = body.getReader();
  let done = 0;
  try {
    while (done < length) {
      const part = await orStalled(reader.read(), clock, signal);
      if (part === null || part.done || part.value.length > length - done) break;
      bytes.set(part.value, done);
      done += part.value.length;
    }
  } catch {
    // It broke off. The received bytes are kept, because the complete object is verified.
  }
  await reader.cancel().catch(() => undefined);
  return bytes.slice(0, done);
}

async function orStalled<T>(work: Promise<T>, clock: Clock, signal: AbortSignal): Promise<T | null> {
  const waiting = new AbortController();
  const end = (): void => waiting.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, clock.pause(STALLED_MS, waiting.signal).then(() => null)]);
  } finally {
    end();
    signal.removeEventListener('abort', end);
  }
}
