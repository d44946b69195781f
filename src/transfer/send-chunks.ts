import { LIMITS } from '#contract/limits.ts';
import { judgeFault, quickPauseMs, SERVER_AGAIN, type Verdict } from './faults.ts';
import type { Link } from './link.ts';
import type { LoadedChunk, QueuedUpload, TransferPorts } from './ports.ts';

export interface SentChunks {
  /** The fault that stopped it; null when no chunk is left or it was asked to stop. */
  fault: Verdict | null;
  /** Chunks that the server acknowledged. */
  acknowledged: number;
}

/**
 * Sends the waiting chunks of an upload over several lanes (CHUNK-002, 003: three, with one chunk in flight on each; more by
 * [Note: What a link has shown]) and reads the next chunk meanwhile. Each acknowledgement is stored before the lane takes the next chunk.
 * Resolves, or rejects with the error of a lane, only when every lane has ended: the caller holds the lock of [Note: One sender], and no
 * request may continue after it is released.
 *
 * After an upload has waited out a fault, it first sends a single chunk. The other lanes start when that is acknowledged, so that a server
 * that is still down gets one request per pause, not one per lane and quick try.
 */
export async function sendChunks(ports: TransferPorts, link: Link, upload: QueuedUpload, signal: AbortSignal): Promise<SentChunks> {
  const ahead = new ReadAhead(ports, link, upload.id, await ports.store.waitingChunks(upload.id));
  const patience = new Patience();
  let fault: Verdict | null = null;
  let acknowledged = 0;
  let thrown: { cause: unknown } | null = null;
  let isProbing = upload.waiting !== null;
  const mustStop = (): boolean => signal.aborted || fault !== null || thrown !== null;
  const lanes = new Set<Promise<void>>();

  const runLane = async (): Promise<void> => {
    while (!mustStop() && lanes.size <= link.lanes) {
      // If the chunk may not arrive, no other one is read ahead.
      const taken = ahead.take(isProbing ? 0 : 1);
      if (!taken) return;
      const quickTries = isProbing ? 0 : LIMITS.quickTries;
      const verdict = await sendChunk(ports, link, upload, taken, { quickTries, patience, mustStop, signal });
      if (verdict === 'cleared') return;
      if (verdict === 'withdrawn') continue;
      if (verdict) {
        fault ??= verdict;
        return;
      }
      acknowledged += 1;
      // The fault it waited for is over once the first chunk arrives.
      if (acknowledged === 1 && upload.waiting !== null) await ports.store.saveWaiting(upload.id, null);
      // Only now is it known which hosts accept chunks.
      if (acknowledged === 1) link.mayTake(await ports.server.mostLanes());
      if (isProbing) return;
      openLanes(link.lanes);
    }
  };
  const openLanes = (count: number): void => {
    while (lanes.size < count && !mustStop() && ahead.hasMore) {
      const lane = runLane()
        .catch((cause: unknown) => {
          thrown ??= { cause };
        })
        .finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
  };
  const runLanes = async (count: number): Promise<void> => {
    openLanes(count);
    while (lanes.size > 0) await Promise.race(lanes);
    if (thrown !== null) throw thrown.cause;
  };
  if (isProbing) {
    await runLanes(1);
    isProbing = false;
  }
  link.began(ports.clock.elapsed());
  await runLanes(link.lanes);
  return { fault, acknowledged };
}

interface TakenChunk {
  index: number;
  /** The body as it was first read. */
  loaded: Promise<LoadedChunk>;
}

/** The waiting chunks in order, read one after the other: a free lane finds its next one ready. */
class ReadAhead {
  readonly #ports: TransferPorts;
  readonly #link: Link;
  readonly #uploadId: string;
  readonly #waiting: number[];
  readonly #ready: TakenChunk[] = [];
  #read: Promise<unknown> = Promise.resolve();

  constructor(ports: TransferPorts, link: Link, uploadId: string, waiting: readonly number[]) {
    this.#ports = ports;
    this.#link = link;
    this.#uploadId = uploadId;
    this.#waiting = waiting.toReversed();
  }

  get hasMore(): boolean {
    return this.#ready.length + this.#waiting.length > 0;
  }

  /** The next chunk, or undefined when none is left; `more` are read behind it. */
  take(more: number): TakenChunk | undefined {
    while (this.#ready.length <= more) {
      const index = this.#waiting.pop();
      if (index === undefined) break;
      const loaded = this.#read.then(() => loadChunk(this.#ports, this.#link, this.#uploadId, index));
      // The caller that takes the chunk gets its fault. Nobody takes the rest when the lanes stop.
      this.#read = loaded.catch(() => undefined);
      this.#ready.push({ index, loaded });
    }
    return this.#ready.shift();
  }
}

async function loadChunk({ store, clock }: TransferPorts, link: Link, uploadId: string, index: number): Promise<LoadedChunk> {
  const isDeflated = link.isSlow;
  const askedAt = clock.elapsed();
  const loaded = await store.loadChunk(uploadId, index, isDeflated);
  if (loaded.ok && isDeflated) link.deflated(loaded.plainBytes, clock.elapsed() - askedAt);
  return loaded;
}

const FIRST_PATIENCE_MS = 15 * 60_000;
const LEAST_PATIENCE_MS = 60_000;
const MOST_PATIENCE_MS = 60 * 60_000;

/**
 * How long a chunk may take before its connection counts as dead. A single 4 MiB chunk over 64 kbit/s takes nine minutes. Once chunks have arrived,
 * the limit is four times the slowest of them, so that a dead connection does not block a lane of a fast link for long.
 */
class Patience {
  #slowestMs: number | null = null;

  get giveUpMs(): number {
    if (this.#slowestMs === null) return FIRST_PATIENCE_MS;
    return Math.min(MOST_PATIENCE_MS, Math.max(LEAST_PATIENCE_MS, 4 * this.#slowestMs));
  }

  took(ms: number): void {
    this.#slowestMs = Math.max(this.#slowestMs ?? 0, ms);
  }
}

interface Sending {
  quickTries: number;
  patience: Patience;
  mustStop(): boolean;
  signal: AbortSignal;
}

/**
 * Sends one chunk until it is acknowledged, then returns null. Uses quick tries first. After a checksum error it is sent once more before the error
 * counts.
 */
async function sendChunk(
  ports: TransferPorts,
  link: Link,
  upload: QueuedUpload,
  { index, loaded: first }: TakenChunk,
  { quickTries, patience, mustStop, signal }: Sending,
): Promise<Verdict | 'withdrawn' | 'cleared' | null> {
  const { store, server, clock } = ports;
  let checksumFaults = 0;
  for (let tries = 1; ; tries += 1) {
    const loaded = await (tries === 1 ? first : loadChunk(ports, link, upload.id, index));
    if (!loaded.ok) return loaded.why;
    const sentAt = clock.elapsed();
    const answer = await server.sendChunk(upload, loaded.body, patience.giveUpMs);
    if (answer.ok) {
      const tookMs = clock.elapsed() - sentAt;
      patience.took(tookMs);
      link.acknowledged(loaded.sentBytes, tookMs, clock.elapsed());
      await store.confirmChunk(upload.id, index, answer.value.proved);
      return null;
    }
    const verdict = judgeFault(answer);
    if (verdict.kind === 'once-more') {
      checksumFaults += 1;
      if (checksumFaults > 1) return { kind: 'failed', code: verdict.code, message: verdict.message };
    } else if (verdict.kind !== 'again' || !verdict.quick || tries > quickTries) {
      return verdict;
    }
    if (mustStop()) return verdict.kind === 'once-more' ? SERVER_AGAIN : verdict;
    const asked = verdict.kind === 'again' ? verdict.afterMs : null;
    await clock.pause(asked ?? quickPauseMs(tries, clock.random()), signal);
  }
}
