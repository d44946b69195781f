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
 * Sends the waiting chunks of an upload over as many lanes as the link is worth (CHUNK-002, 003: three, one chunk in flight on each; more by
 * [Note: What a link has shown]), and reads the next one meanwhile. Each acknowledgement is written down before the lane takes the next chunk.
 * Ends, or rejects with what a lane threw, only when every lane has: who called holds the lock of [Note: One sender], and nothing may go on
 * behind its back.
 *
 * An upload that waited out a fault sends one chunk alone, once: the other lanes open when it was acknowledged. A server that is still down
 * is asked once per pause, and not once per lane and quick try.
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
      // What may not arrive is read alone.
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
      // What it waited for is over with the first chunk that arrives.
      if (acknowledged === 1 && upload.waiting !== null) await ports.store.saveWaiting(upload.id, null);
      // Only now it is known which hosts take chunks.
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
  /** The body as it was read first. */
  loaded: Promise<LoadedChunk>;
}

/** The waiting chunks in their order, one read after the other: a lane that is free finds its next one ready. */
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
      // Whoever takes it hears of its fault; nobody takes what is left when the lanes stop.
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
 * How long a chunk may take before its connection is held to be dead. A 4 MiB chunk alone over 64 kbit/s takes nine minutes; once chunks have
 * arrived, four times the slowest of them is the measure, so that a dead connection does not hold a lane of a fast link for long.
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

/** One chunk until it is acknowledged; null then. Quick tries first; a checksum that differs is sent once more before it counts. */
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
