import { batchFiles } from './batches.ts';
import type { TakeResult } from './intake-worker.ts';
import type { FileToTake, IntakeEnd, IntakeProgress } from './types.ts';

/** One of the workers that take batches; rejects when it has died. */
export interface Taker {
  take(uploadId: string, batch: FileToTake[]): Promise<TakeResult>;
}

/**
 * Gives batches to the workers until every file is on this device or was named. A batch that failed is taken again file by file, under the same
 * ids, so that one file that cannot be read holds up no other; an upload that was cleared takes nothing more. A worker that dies leaves its
 * batch behind, named, and the others go on.
 */
export async function takeFiles(
  takers: readonly Taker[],
  uploadId: string,
  files: FileToTake[],
  onProgress: (progress: IntakeProgress) => void,
): Promise<IntakeEnd> {
  const startedAt = performance.now();
  const totalBytes = bytesOf(files);
  // One walk that the workers share: whoever is free takes the next.
  const batches = sharedWalk(batchFiles(files));
  const counts = { stored: 0, duplicates: 0, refused: 0 };
  const left: FileToTake[] = [];
  let why: 'quota' | 'fault' = 'fault';
  let isClosed = false;
  let handled = 0;
  let handledBytes = 0;

  async function takeBatch(take: Taker['take'], batch: FileToTake[]): Promise<void> {
    const result: TakeResult = isClosed ? { ok: false, why: 'closed' } : await take(uploadId, batch);
    if (result.ok) {
      counts.stored += result.stored;
      counts.duplicates += result.duplicates;
      counts.refused += result.problems;
      return;
    }
    if (result.why === 'fault' && batch.length > 1) {
      for (const file of batch) await takeBatch(take, [file]);
      return;
    }
    if (result.why === 'quota') why = 'quota';
    if (result.why === 'closed') isClosed = true;
    left.push(...batch);
  }

  function tell(batch: FileToTake[]): void {
    handled += batch.length;
    handledBytes += bytesOf(batch);
    const perByte = (performance.now() - startedAt) / handledBytes;
    const secondsLeft = handledBytes > 0 ? Math.ceil((perByte * (totalBytes - handledBytes)) / 1000) : null;
    onProgress({ picked: files.length, stored: handled, secondsLeft });
  }

  async function work(taker: Taker): Promise<void> {
    let isDead = false;
    // What a worker had committed when it died nobody knows: it counts as not stored, and is a duplicate when it is given again.
    const take: Taker['take'] = async (...given) => {
      if (isDead) return { ok: false, why: 'fault' };
      return taker.take(...given).catch((): TakeResult => {
        isDead = true;
        return { ok: false, why: 'fault' };
      });
    };
    for (const batch of batches) {
      await takeBatch(take, batch);
      tell(batch);
      if (isDead) return;
    }
  }

  await Promise.all(takers.map(work));
  // Every worker died: what they did not come to.
  left.push(...[...batches].flat());

  if (left.length === 0) return { ok: true, ...counts };
  return { ok: false, why, stored: counts.stored, names: left.map(({ file }) => file.name), bytesNeeded: bytesOf(left) };
}

/** `for…of` closes a generator that it leaves early; the other workers go on with this one. */
function sharedWalk<T>(generator: Generator<T>): Iterable<T> {
  return { [Symbol.iterator]: () => ({ next: () => generator.next() }) };
}

function bytesOf(files: readonly FileToTake[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}
