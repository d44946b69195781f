import { batchFiles } from './batches.ts';
import type { TakeResult } from './intake-worker.ts';
import type { ArchivePart, FileToTake, IntakeProgress } from './types.ts';

/** One of the workers that process batches; rejects when it has died. */
export interface Taker {
  /** `onPart` reports the progress of an archive. */
  take(uploadId: string, batch: FileToTake[], onPart: (part: ArchivePart) => void): Promise<TakeResult>;
}

export interface TakenFiles {
  stored: number;
  duplicates: number;
  refused: number;
  unsupported: number;
  noRoom: FileToTake[];
  faulted: FileToTake[];
  /** The upload accepted nothing more: it was cleared, or has already been started. */
  closed: FileToTake[];
}

interface TakePorts {
  takers: readonly Taker[];
  onProgress: (progress: IntakeProgress) => void;
  /** Deletes copies that this device keeps only for safety; returns the bytes freed. */
  makeRoom: (bytes: number) => Promise<number>;
  pause: (ms: number) => Promise<void>;
}

/** Files that could not be read are retried after these pauses, because a network share or a database may be unavailable for a moment. */
const AGAIN_AFTER_MS = [500, 3_000];

/**
 * Passes batches to the workers until every file is stored on this device or listed. A failed batch is retried file by file under the same IDs, so
 * that one unreadable file does not block the others. A batch that does not fit is halved: what still fits is stored, and files larger than one
 * that did not fit are not read at all. If a worker dies, its batch is left over and the others continue. Failed files are retried at the end, one
 * by one and after a pause, before they count as unreadable.
 */
export async function takeFiles(
  { takers, onProgress, makeRoom, pause }: TakePorts,
  uploadId: string,
  files: FileToTake[],
): Promise<TakenFiles> {
  const startedAt = performance.now();
  const totalBytes = bytesOf(files);
  // The workers share one walk: a free worker takes the next batch.
  const batches = sharedWalk(batchFiles(files));
  const counts = { stored: 0, duplicates: 0, refused: 0, unsupported: 0 };
  const left = { noRoom: new Set<FileToTake>(), faulted: new Set<FileToTake>(), closed: new Set<FileToTake>() };
  /** The smallest batch that did not fit on the device. */
  let tooLarge = Infinity;
  let handled = 0;
  let handledBytes = 0;
  /** Progress of each archive. */
  const parts = new Map<FileToTake, ArchivePart>();

  async function takeBatch(take: Taker['take'], batch: FileToTake[]): Promise<void> {
    const result = await tryBatch(take, batch);
    if (result.ok) {
      counts.stored += result.stored;
      counts.duplicates += result.duplicates;
      counts.refused += result.problems;
      counts.unsupported += result.unsupported ?? 0;
      return;
    }
    const parts = smallerParts(batch, result.why);
    for (const part of parts) await takeBatch(take, part);
    if (parts.length > 0) return;
    const list = left[result.why === 'quota' ? 'noRoom' : result.why === 'closed' ? 'closed' : 'faulted'];
    for (const file of batch) list.add(file);
  }

  async function tryBatch(take: Taker['take'], batch: FileToTake[]): Promise<TakeResult> {
    const bytes = bytesOf(batch);
    for (;;) {
      if (left.closed.size > 0) return { ok: false, why: 'closed' };
      if (bytes >= tooLarge) return { ok: false, why: 'quota' };
      const result = await take(uploadId, batch, (part) => tellPart(batch, part));
      if (result.ok || result.why !== 'quota') return result;
      if ((await makeRoom(bytes)) > 0) continue;
      tooLarge = Math.min(tooLarge, bytes);
      return result;
    }
  }

  function tell(batch: FileToTake[]): void {
    handled += batch.length;
    handledBytes += bytesOf(batch);
    for (const file of batch) if (parts.has(file)) parts.set(file, { files: parts.get(file)?.files ?? 0, bytes: 0 });
    tellAll();
  }

  function tellPart([archive]: FileToTake[], part: ArchivePart): void {
    if (archive) parts.set(archive, part);
    tellAll();
  }

  /** An archive counts as a file, and so does each file in it, as soon as it is found. */
  function tellAll(): void {
    const inArchives = [...parts.values()].reduce((sum, part) => sum + part.files, 0);
    const doneBytes = [...parts.values()].reduce((sum, part) => sum + part.bytes, handledBytes);
    const perByte = (performance.now() - startedAt) / doneBytes;
    const secondsLeft = doneBytes > 0 ? Math.ceil((perByte * (totalBytes - doneBytes)) / 1000) : null;
    onProgress({ picked: files.length + inArchives, stored: handled + inArchives, secondsLeft });
  }

  async function work(worker: Worked): Promise<void> {
    for (const batch of batches) {
      await takeBatch(worker.take, batch);
      tell(batch);
      if (worker.isDead()) return;
    }
  }

  async function tryAgain(worker: Worked): Promise<void> {
    const files = [...left.faulted];
    left.faulted.clear();
    for (const file of files) await takeBatch(worker.take, [file]);
  }

  const workers = takers.map(worked);
  await Promise.all(workers.map(work));
  // Every worker died: the files that were not handled.
  for (const file of [...batches].flat()) left.faulted.add(file);
  for (const ms of AGAIN_AFTER_MS) {
    const alive = workers.find((worker) => !worker.isDead());
    if (left.faulted.size === 0 || left.closed.size > 0 || !alive) break;
    await pause(ms);
    await tryAgain(alive);
  }

  const inOrder = (list: Set<FileToTake>): FileToTake[] => files.filter((file) => list.has(file));
  return { ...counts, noRoom: inOrder(left.noRoom), faulted: inOrder(left.faulted), closed: inOrder(left.closed) };
}

interface Worked {
  take: Taker['take'];
  isDead(): boolean;
}

/** It is unknown what a worker had committed when it died. Its batch counts as not stored, and a repeat finds what is already there. */
function worked(taker: Taker): Worked {
  let isDead = false;
  const fault = { ok: false, why: 'fault' } as const;
  return {
    isDead: () => isDead,
    async take(...given) {
      if (isDead) return fault;
      return taker.take(...given).catch((): TakeResult => {
        isDead = true;
        return fault;
      });
    },
  };
}

/** The batches to try after a failure; none if smaller ones would fail as well. */
function smallerParts(batch: FileToTake[], why: 'quota' | 'closed' | 'fault'): FileToTake[][] {
  if (batch.length === 1 || why === 'closed') return [];
  if (why === 'fault') return batch.map((file) => [file]);
  const half = Math.ceil(batch.length / 2);
  return [batch.slice(0, half), batch.slice(half)];
}

/** `for…of` closes a generator when it leaves early, but the other workers still need this one. */
function sharedWalk<T>(generator: Generator<T>): Iterable<T> {
  return { [Symbol.iterator]: () => ({ next: () => generator.next() }) };
}

function bytesOf(files: readonly FileToTake[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}
