import { liveQuery } from 'dexie';
import { isReserve, RESERVE_BYTES } from '#localdb/files/reserved-space.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { TransferPhase } from '#model/uploads/transfer-phase.ts';
import type { RoomNews } from './types.ts';

/** What uses space here: files that did not fit are retried when one of these is deleted. */
export type HeldSegments = ReadonlySet<string>;

interface RoomPorts {
  /** Deletes copies that this device keeps only for safety; returns the bytes freed. */
  makeRoom: (bytes: number) => Promise<number>;
  /** As far as the browser reports it. */
  storage: () => Promise<StorageFigures | null>;
}

/** In bytes, of everything that this origin keeps. */
export interface StorageFigures {
  usage: number;
  quota: number;
}

export interface WaitForRoom {
  /** The upload that the files were for; null if there was no space for its row either. */
  uploadId: string | null;
  bytesNeeded: number;
  /** Both were read before the files were tried: later changes may have freed space that was not tried yet. */
  heldBefore: HeldSegments;
  storageBefore: StorageFigures | null;
}

/**
 * How often the browser is asked for the used space. It sends no event, and frees deleted bytes with a delay: Chromium once no context can read
 * them, which is after garbage collection (measured: half a minute).
 */
const ASK_EVERY_MS = 5_000;

/** Not every browser reports the used space, and refusals may lag behind the report, so it is retried now and then without news. */
const TRY_ANYWAY_MS = 30_000;

export async function heldSegments(db: LocalDb): Promise<HeldSegments> {
  return new Set((await db.segments.toCollection().primaryKeys()).filter((segmentId) => !isReserve(segmentId)));
}

/**
 * Resolves as soon as a retry makes sense: bytes were deleted on this device (in any tab or worker), kept copies could be deleted, less space is
 * used or more is granted, or half a minute has passed. Rejects when `signal` aborts.
 */
export function waitForRoom(db: LocalDb, ports: RoomPorts, wait: WaitForRoom, signal: AbortSignal): Promise<RoomNews> {
  return new Promise<RoomNews>((resolve, reject) => {
    // Files are only taken for an upload in the preview.
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
      // The reserve of an attempt is freed as well but does not count.
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
 * Either number may show it: in one browser the quota is constant and the usage drops, another one grants more, and in Chromium the quota drops
 * with the usage, so that the difference never changes (measured: always 10 GiB, on a device that refused every byte).
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

/** A row that is deleted after its end was finished. One that is deleted earlier, or is being dropped, was cleared by the user. */
function isCleared(before: TransferPhase | null, now: TransferPhase | null): boolean {
  return now === 'dropping' || (now === null && before !== null && before !== 'ended');
}
