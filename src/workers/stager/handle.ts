import { wrap, type Remote } from 'comlink';
import { missNoLonger, saveChosen } from '#localdb/chosen-files.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { holdReserveForUpload, releaseForUpload } from '#localdb/kept-copies.ts';
import { createLocks } from '#localdb/locks.ts';
import { LocalDb } from '#localdb/schema.ts';
import { intakeLockName, sweepLeftBehind } from '#localdb/sweep-segments.ts';
import { browserClock } from '#transfer/browser.ts';
import { deathOf } from '#workers/death-of.ts';
import { stageFiles, type Stage } from './stage-files.ts';
import type { StagerWorker } from './stager-worker.ts';
import type { FileToStage, StagingEnd } from './types.ts';

export interface Stager {
  /** Copies files onto this device for an upload of the legacy flow. `onProgress`: how many of them are dealt with. */
  stage(uploadId: string, files: FileToStage[], onProgress: (handled: number) => void): Promise<StagingEnd>;
}

/** The stager of one page. Its worker starts with the first file; one that died is started again for the next. */
export function createStager(userId: number): Stager {
  const db = new LocalDb(userId);
  const locks = createLocks(db, browserClock);
  const pageId = crypto.randomUUID();
  const never = new AbortController().signal;
  let worker: Stage | null = null;
  const makeRoom = (bytes: number): Promise<number> => releaseForUpload(db, bytes);

  // What a page that was killed left behind: only while no tab takes files.
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
      // Names only: where they cannot be written down, the files themselves are copied all the same.
      const remember = (all: typeof names) => saveChosen(db, device, pageId, all).catch(() => undefined);
      await remember(names);
      await missNoLonger(db, device, names).catch(() => undefined);
      try {
        return await locks.hold(intakeLockName(userId), never, () => stageAll(uploadId, files, onProgress), 'shared');
      } finally {
        await remember([]);
      }
    },
  };
}

/** One that breaks answers no call any more: whoever waits for it is told, and `onDeath` starts another for the next. */
function startWorker(userId: number, onDeath: () => void): Stage {
  const worker = new Worker(new URL('./stager.worker.ts', import.meta.url), { type: 'module', name: 'stager' });
  const StagerWorkerProxy = wrap<typeof StagerWorker>(worker);
  const remote: Promise<Remote<StagerWorker>> = new StagerWorkerProxy(userId);
  const died = deathOf(worker, 'stager');
  died.catch((fault: unknown) => {
    worker.terminate();
    onDeath();
    reportError(fault);
  });
  const stage: Stage = async (uploadId, files) => (await remote).stage(uploadId, files);
  return (...given) => Promise.race([stage(...given), died]);
}
