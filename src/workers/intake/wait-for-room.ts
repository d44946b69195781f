import { liveQuery } from 'dexie';
import { isReserve, RESERVE_BYTES } from '#localdb/reserve.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { TransferPhase } from '#model/transfer-phase.ts';
import type { RoomNews } from './types.ts';

/** What holds room here: files that found none are tried again when one of these goes. */
export type HeldSegments = ReadonlySet<string>;

interface RoomPorts {
  /** Gives up copies that this device only keeps for safety's sake; the bytes that it freed. */
  makeRoom: (bytes: number) => Promise<number>;
  /** As far as the browser says. */
  storage: () => Promise<StorageFigures | null>;
}

/** In bytes, of everything that this origin keeps. */
export interface StorageFigures {
  usage: number;
  quota: number;
}

export interface WaitForRoom {
  /** The upload that the files were given for; null where there was no room for its row either. */
  uploadId: string | null;
  bytesNeeded: number;
  /** Both read before the files were tried: what changed since then may have made room that nobody has tried yet. */
  heldBefore: HeldSegments;
  storageBefore: StorageFigures | null;
}

/**
 * How often the browser is asked what is used. It tells nobody by itself, and gives the room of what was deleted back some time after the
 * deletion: Chromium once no context can read those bytes any more, which is when it has collected its garbage (measured: half a minute).
 */
const ASK_EVERY_MS = 5_000;

/** Not every browser says what is used, and what it refuses may lag behind what it says, so a try is made now and then without any news. */
const TRY_ANYWAY_MS = 30_000;

export async function heldSegments(db: LocalDb): Promise<HeldSegments> {
  return new Set((await db.segments.toCollection().primaryKeys()).filter((segmentId) => !isReserve(segmentId)));
}

/**
 * Resolves as soon as trying again makes sense: bytes left this device (in whatever tab or worker), copies that were only kept could be given
 * up, less is used or more is granted, or half a minute has gone by. Rejects when `signal` aborts.
 */
export function waitForRoom(db: LocalDb, ports: RoomPorts, wait: WaitForRoom, signal: AbortSignal): Promise<RoomNews> {
  return new Promise<RoomNews>((resolve, reject) => {
    // Files are only given to an upload that is still being arranged.
    let seen: Seen = { held: wait.heldBefore, provedBytes: -1, phase: wait.uploadId === null ? null : 'none' };

    async function look(now: Seen): Promise<void> {
      const before = seen;
      seen = now;
      if (isCleared(before.phase, now.phase)) return end('cleared');
      const hasGone = [...before.held].some((segmentId) => !now.held.has(segmentId));
      if (hasGone) return end('room');
      if (now.provedBytes > before.provedBytes && (await ports.makeRoom(wait.bytesNeeded)) > 0) end('room');
    }

    async function ask(): Promise<void> {
      const now = await ports.storage();
      // The reserve of a try comes back as well, and is none of it.
      if (wait.storageBefore !== null && now !== null && bytesGained(wait.storageBefore, now) > RESERVE_BYTES) end('room');
    }

    const fail = (cause: unknown): void => {
      stop();
      reject(cause as Error);
    };
    const watching = liveQuery(() => readSeen(db, wait.uploadId)).subscribe({
      next: (now) => void look(now).catch(fail),
      error: fail,
    });
    void ask().catch(fail);
    const asking = setInterval(() => void ask().catch(fail), ASK_EVERY_MS);
    const tryAnyway = setTimeout(() => end('room'), TRY_ANYWAY_MS);
    const abort = (): void => fail(signal.reason);
    signal.addEventListener('abort', abort);

    function stop(): void {
      watching.unsubscribe();
      clearInterval(asking);
      clearTimeout(tryAnyway);
      signal.removeEventListener('abort', abort);
    }
    function end(news: RoomNews): void {
      stop();
      resolve(news);
    }
    if (signal.aborted) abort();
  });
}

/**
 * Either figure may tell: one browser's quota stands and less is used, another grants more, and Chromium's goes down with what is used, so that the
 * difference never changes (measured: always 10 GiB, on a device that refused every byte).
 */
function bytesGained(before: StorageFigures, now: StorageFigures): number {
  const isFree = now.quota - now.usage;
  const wasFree = before.quota - before.usage;
  return Math.max(before.usage - now.usage, isFree - wasFree);
}

interface Seen {
  held: HeldSegments;
  provedBytes: number;
  phase: TransferPhase | null;
}

async function readSeen(db: LocalDb, uploadId: string | null): Promise<Seen> {
  const [held, series, upload] = await Promise.all([
    heldSegments(db),
    db.series.toArray(),
    uploadId === null ? null : db.uploads.get(uploadId),
  ]);
  return { held, provedBytes: series.reduce((sum, row) => sum + row.provedBytes, 0), phase: upload?.phase ?? null };
}

/** A row that goes after its end was done with; one that goes before, or is being dropped, was cleared by a person. */
function isCleared(before: TransferPhase | null, now: TransferPhase | null): boolean {
  return now === 'dropping' || (now === null && before !== null && before !== 'ended');
}
