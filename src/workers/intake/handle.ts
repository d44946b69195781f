import { wrap, type Remote } from 'comlink';
import { savePreview, shownUpload } from '#localdb/uploads.ts';
import { LocalDb } from '#localdb/schema.ts';
import { intakeLockName, sweepSegments } from '#localdb/sweep-segments.ts';
import type { IntakeWorker, TakeResult } from './intake-worker.ts';
import { takeFiles, type Taker } from './take-files.ts';
import type { FileToTake, IntakeEnd, IntakeProgress, PickedFile } from './types.ts';

export interface Intake {
  /** Takes files onto this device; `onProgress` at least every 50 files (READ-005). Files that no rule of the door refuses. */
  add(files: PickedFile[], onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd>;
  close(): void;
}

/** Two workers read, hash and encrypt side by side (measured: 1.3 times one, a third brings nothing on two cores). */
const WORKERS = 2;

/** The intake of one page. Workers start with the first file and stay until `close`; one that died is started again for the next drop. */
export function createIntake(userId: number): Intake {
  const db = new LocalDb(userId);
  let pool: PooledWorker[] = [];

  // What an intake that was killed left behind: only while no tab takes files.
  void navigator.locks
    .request(intakeLockName(userId), { ifAvailable: true }, async (lock) => void (lock && (await sweepSegments(db))))
    .catch(reportError);

  return {
    add: (picked, onProgress) => navigator.locks.request(intakeLockName(userId), { mode: 'shared' }, () => take(picked, onProgress)),

    close() {
      for (const { worker } of pool) worker.terminate();
      pool = [];
      db.close();
    },
  };

  async function take(picked: PickedFile[], onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd> {
    const upload = await shownUpload(db);
    await savePreview(db, upload.id);
    pool = pool.filter(({ isDead }) => !isDead());
    while (pool.length < WORKERS) pool.push(startWorker(userId));
    const files: FileToTake[] = picked.map((file) => ({ ...file, id: crypto.randomUUID() }));
    return takeFiles(pool, upload.id, files, onProgress);
  }
}

interface PooledWorker extends Taker {
  worker: Worker;
  isDead(): boolean;
}

/** A worker whose script cannot be loaded, or that breaks, answers no call any more: whoever waits for one is told. */
function startWorker(userId: number): PooledWorker {
  const worker = new Worker(new URL('./intake.worker.ts', import.meta.url), { type: 'module', name: 'intake' });
  const IntakeWorkerProxy = wrap<typeof IntakeWorker>(worker);
  const remote: Promise<Remote<IntakeWorker>> = new IntakeWorkerProxy(userId);
  const take = async (uploadId: string, batch: FileToTake[]): Promise<TakeResult> => (await remote).take(uploadId, batch);
  let isDead = false;
  const died = new Promise<never>((_, reject) => {
    const die = (event: Event): void => {
      isDead = true;
      worker.terminate();
      const cause: unknown = event instanceof ErrorEvent ? event.error : undefined;
      const fault = new Error('The intake worker broke', { cause });
      reportError(fault);
      reject(fault);
    };
    worker.addEventListener('error', die);
    worker.addEventListener('messageerror', die);
  });
  // Whoever waits at that moment is told; nobody need wait.
  died.catch(() => undefined);
  return {
    worker,
    isDead: () => isDead,
    take: (uploadId, batch) => Promise.race([take(uploadId, batch), died]),
  };
}
