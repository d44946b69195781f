import { releaseProxy, wrap, type Remote } from 'comlink';
import { savePreview, shownUpload } from '#localdb/uploads.ts';
import { LocalDb } from '#localdb/schema.ts';
import { intakeLockName, sweepSegments } from '#localdb/sweep-segments.ts';
import { batchFiles } from './batches.ts';
import type { IntakeWorker } from './intake-worker.ts';
import type { FileToTake, IntakeEnd, IntakeProgress, PickedFile } from './types.ts';

export interface Intake {
  /** Takes files onto this device; `onProgress` at least every 50 files (READ-005). Files that no rule of the door refuses. */
  add(files: PickedFile[], onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd>;
  close(): void;
}

/** Two workers read, hash and encrypt side by side (measured: 1.3 times one, a third brings nothing on two cores). */
const WORKERS = 2;

/** The intake of one page. Workers start with the first file and stay until `close`. */
export function createIntake(userId: number): Intake {
  const db = new LocalDb(userId);
  let pool: { worker: Worker; remote: Remote<IntakeWorker> }[] | null = null;

  const start = async (): Promise<{ worker: Worker; remote: Remote<IntakeWorker> }[]> => {
    pool ??= await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        const worker = new Worker(new URL('./intake.worker.ts', import.meta.url), { type: 'module', name: 'intake' });
        const IntakeWorkerProxy = wrap<typeof IntakeWorker>(worker);
        return { worker, remote: await new IntakeWorkerProxy(userId) };
      }),
    );
    return pool;
  };

  // What an intake that was killed left behind: only while no tab takes files.
  void navigator.locks.request(intakeLockName(userId), { ifAvailable: true }, (lock) => (lock ? sweepSegments(db) : null));

  return {
    add: (picked, onProgress) => navigator.locks.request(intakeLockName(userId), { mode: 'shared' }, () => take(picked, onProgress)),

    close() {
      for (const { worker, remote } of pool ?? []) {
        remote[releaseProxy]();
        worker.terminate();
      }
      pool = null;
      db.close();
    },
  };

  async function take(picked: PickedFile[], onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd> {
    const startedAt = performance.now();
    const upload = await shownUpload(db);
    await savePreview(db, upload.id);
    const files: FileToTake[] = picked.map((file) => ({ ...file, id: crypto.randomUUID() }));
    const totalBytes = files.reduce((sum, { file }) => sum + file.size, 0);
    const batches = batchFiles(files);
    const counts = { stored: 0, duplicates: 0, refused: 0 };
    const failed: { why: 'quota' | 'fault'; files: FileToTake[] }[] = [];
    let handled = 0;
    let handledBytes = 0;

    const work = async (remote: Remote<IntakeWorker>): Promise<void> => {
      for (let next = batches.next(); !next.done; next = batches.next()) {
        const batch = next.value;
        const result = await remote.take(upload.id, batch);
        if (result.ok) {
          counts.stored += result.stored;
          counts.duplicates += result.duplicates;
          counts.refused += result.problems;
        } else {
          failed.push({ why: result.why, files: batch });
        }
        handled += batch.length;
        handledBytes += batch.reduce((sum, { file }) => sum + file.size, 0);
        const perByte = (performance.now() - startedAt) / handledBytes;
        const secondsLeft = handledBytes > 0 ? Math.ceil((perByte * (totalBytes - handledBytes)) / 1000) : null;
        onProgress({ picked: files.length, stored: handled, secondsLeft });
      }
    };
    await Promise.all((await start()).map(({ remote }) => work(remote)));

    if (failed.length === 0) return { ok: true, ...counts };
    const left = failed.flatMap((one) => one.files);
    return {
      ok: false,
      why: failed.some((one) => one.why === 'quota') ? 'quota' : 'fault',
      stored: counts.stored,
      names: left.map(({ file }) => file.name),
      bytesNeeded: left.reduce((sum, { file }) => sum + file.size, 0),
    };
  }
}
