import { wrap, type Remote } from 'comlink';
import { missNoLonger, saveChosen } from '#localdb/files/chosen-files.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { holdReserveForUpload, releaseForUpload } from '#localdb/kept-copies/kept-copies.ts';
import { createLocks } from '#localdb/locks.ts';
import { LocalDb } from '#localdb/schema.ts';
import { intakeLockName, sweepLeftBehind } from '#localdb/files/sweep-segments.ts';
import { browserClock } from '#transfer/browser.ts';
import { workerFailure } from '#workers/worker-failure.ts';
import { stageFiles, type Stage } from './stage-files.ts';
import type { StagerWorker } from './stager-worker.ts';
import type { FileToStage, StagingEnd } from './types.ts';

export interface Stager {
  /** Copies files onto this device for a legacy upload, or one into a file area. `onProgress`: how many of them are done. */
  stage(uploadId: string, files: FileToStage[], onProgress: (handled: number) => void): Promise<StagingEnd>;
}

/**
 * The stager of one page. Its worker starts with the first file and is restarted for the next one if it dies. `remembers`: the upload page names
 * the files that this page did not store before it was closed.
 */
export function createStager(userId: number, { remembers = true } = {}): Stager {
  const db = new LocalDb(userId);
  const locks = createLocks(db, browserClock);
  const pageId = crypto.randomUUID();
  const never = new AbortController().signal;
  let worker: Stage | null = null;
  const makeRoom = (bytes: number): Promise<number> => releaseForUpload(db, bytes);

  // Cleans up after a page that was killed, but only while no tab takes files.
  void locks.holdIfFree(intakeLockName(userId), () => sweepLeftBehind(db, pageId)).catch(reportError);

  async function stageAll(uploadId: string, files: FileToStage[], onProgress: (handled: number) => void): Promise<StagingEnd> {
    const giveReserve = await holdReserveForUpload(db);
    if (giveReserve === null) return { kept: 0, duplicates: 0, noRoom: files, faulted: [] };
    try {
      worker ??= startWorker(userId, () => (worker = null));
      return await stageFiles({ stage: worker, makeRoom, onProgress }, uploadId, files);
    } finally {
      await giveReserve();
    }
  }

  return {
    async stage(uploadId, files, onProgress) {
      const device = await openDeviceKey(db);
      const names = files.map(({ id, path, file: { name, size } }) => ({ id, name, path, size }));
      // Only the names. If they cannot be stored, the files are copied anyway.
      const remember = (all: typeof names) => (remembers ? saveChosen(db, device, pageId, all).catch(() => undefined) : Promise.resolve());
      await remember(names);
      if (remembers) await missNoLonger(db, device, names).catch(() => undefined);
      try {
        return await locks.hold(intakeLockName(userId), never, () => stageAll(uploadId, files, onProgress), 'shared');
      } finally {
        await remember([]);
      }
    },
  };
}

/** A crashed worker answers no more calls: waiting callers get an error, and `onDeath` starts another worker for the next one. */
function startWorker(userId: number, onDeath: () => void): Stage {
  const worker = new Worker(new URL('./stager.worker.ts', import.meta.url), { type: 'module', name: 'stager' });
  const StagerWorkerProxy = wrap<typeof StagerWorker>(worker);
  const remote: Promise<Remote<StagerWorker>> = new StagerWorkerProxy(userId);
  const died = workerFailure(worker, 'stager');
  died.catch((fault: unknown) => {
    worker.terminate();
    onDeath();
    reportError(fault);
  });
  const stage: Stage = async (uploadId, files) => (await remote).stage(uploadId, files);
  return (...given) => Promise.race([stage(...given), died]);
}
