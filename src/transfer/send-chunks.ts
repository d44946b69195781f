import { LIMITS } from '#contract/limits.ts';
import { judgeFault, quickPauseMs, type Verdict } from './faults.ts';
import type { QueuedUpload, TransferPorts } from './ports.ts';

export interface SentChunks {
  /** The fault that stopped it; null when no chunk is left or it was asked to stop. */
  fault: Verdict | null;
  /** Chunks that the server acknowledged. */
  acknowledged: number;
}

/**
 * Sends the waiting chunks of an upload over three lanes (CHUNK-002, 003: one chunk in flight on each). Each acknowledgement is written down
 * before the lane takes the next chunk. Ends, or rejects with what a lane threw, only when every lane has: who called holds the lock of
 * [Note: One sender], and nothing may go on behind its back.
 */
export async function sendChunks(ports: TransferPorts, upload: QueuedUpload, signal: AbortSignal): Promise<SentChunks> {
  const waiting = (await ports.store.waitingChunks(upload.id)).values();
  let fault: Verdict | null = null;
  let acknowledged = 0;
  let hasThrown = false;
  const mustStop = (): boolean => signal.aborted || fault !== null || hasThrown;

  const lane = async (): Promise<void> => {
    while (!mustStop()) {
      const { value: index, done } = waiting.next();
      if (done) return;
      const verdict = await sendChunk(ports, upload, index, mustStop, signal);
      if (verdict === 'cleared') return;
      if (verdict) {
        fault ??= verdict;
        return;
      }
      acknowledged += 1;
      // What it waited for is over with the first chunk that arrives.
      if (acknowledged === 1 && upload.waiting !== null) await ports.store.saveWaiting(upload.id, null);
    }
  };
  const lanes = Array.from({ length: LIMITS.lanes }, () =>
    lane().catch((cause: unknown) => {
      hasThrown = true;
      throw cause;
    }),
  );
  const broken = (await Promise.allSettled(lanes)).find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
  return { fault, acknowledged };
}

/** One chunk until it is acknowledged; null then. Quick tries first; a checksum that differs is sent once more before it counts. */
async function sendChunk(
  { store, server, clock }: TransferPorts,
  upload: QueuedUpload,
  index: number,
  mustStop: () => boolean,
  signal: AbortSignal,
): Promise<Verdict | 'cleared' | null> {
  let checksumFaults = 0;
  for (let tries = 1; ; tries += 1) {
    const loaded = await store.loadChunk(upload.id, index);
    if (!loaded.ok) {
      return loaded.why === 'cleared' ? 'cleared' : { kind: 'failed', code: 'bytes_missing', message: '' };
    }
    const answer = await server.sendChunk(upload, loaded.body);
    if (answer.ok) {
      await store.confirmChunk(upload.id, index, answer.value.proved);
      return null;
    }
    const verdict = judgeFault(answer);
    if (verdict.kind === 'once-more') {
      checksumFaults += 1;
      if (checksumFaults > 1) return { kind: 'failed', code: verdict.code, message: verdict.message };
    } else if (verdict.kind !== 'again' || !verdict.quick || tries > LIMITS.quickTries) {
      return verdict;
    }
    if (mustStop()) return verdict.kind === 'once-more' ? { kind: 'again', reason: 'server', afterMs: null, quick: false } : verdict;
    await clock.pause(quickPauseMs(tries, clock.random()), signal);
  }
}
