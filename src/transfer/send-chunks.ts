import { LIMITS } from '#contract/limits.ts';
import { judgeFault, quickPauseMs, type Verdict } from './faults.ts';
import type { QueuedUpload, TransferPorts } from './ports.ts';

/**
 * Sends the waiting chunks of an upload over three lanes (CHUNK-002, 003: one chunk in flight on each). Each acknowledgement is written down
 * before the lane takes the next chunk. Returns the fault that stopped it, or null when none is left or `signal` asked to stop.
 */
export async function sendChunks(ports: TransferPorts, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  const waiting = await ports.store.waitingChunks(upload.id);
  let fault: Verdict | null = null;
  let acknowledged = upload.waiting === null;

  const lane = async (): Promise<void> => {
    while (fault === null && !signal.aborted) {
      const index = waiting.shift();
      if (index === undefined) return;
      const verdict = await sendChunk(ports, upload, index, () => signal.aborted || fault !== null, signal);
      if (verdict === 'cleared') return;
      if (verdict) {
        fault ??= verdict;
        return;
      }
      if (!acknowledged) {
        acknowledged = true;
        await ports.store.saveWaiting(upload.id, null);
      }
    }
  };
  await Promise.all(Array.from({ length: LIMITS.lanes }, lane));
  return fault;
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
