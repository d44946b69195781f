import { proxy, wrap, type Remote } from 'comlink';
import { missNoLonger, saveChosen } from '#localdb/files/chosen-files.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { holdReserveForUpload, releaseForUpload } from '#localdb/kept-copies/kept-copies.ts';
import { createLocks } from '#localdb/locks.ts';
import { uploadThatTakes } from '#localdb/upload/next-upload.ts';
import { isQuotaError } from '#localdb/quota.ts';
import { unrecognisedUploads } from '#localdb/recognition/recognitions.ts';
import { savePreview, shownUpload } from '#localdb/upload/uploads.ts';
import { LocalDb, type UploadRow } from '#localdb/schema.ts';
import { intakeLockName, sweepLeftBehind } from '#localdb/files/sweep-segments.ts';
import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import { niftiHalf } from '#model/files/nifti-name.ts';
import { browserClock } from '#transfer/browser.ts';
import { workerFailure } from '#workers/worker-failure.ts';
import type { IntakeWorker } from './intake-worker.ts';
import { isArchive } from './is-archive.ts';
import { SharedOut, type Deidentifier } from './shared-out.ts';
import { takeFiles, type Taker } from './take-files.ts';
import type { DeidentifyEnd, FileToTake, IntakeEnd, IntakeProgress, PickedFile, RoomNews } from './types.ts';
import { heldSegments, waitForRoom, type StorageFigures, type WaitForRoom } from './wait-for-room.ts';

export interface Intake {
  /**
   * Takes files onto this device; `onProgress` is called at least every 50 files (READ-005). The files must have passed the file rules. They belong
   * to the shown upload; files that have waited for space belong to the upload that accepts files now.
   */
  add(files: FileToTake[], hasWaited: boolean, onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd>;
  /** Stores which files this page still has to handle, for the next page in case this one is killed: [Note: Chosen files]. */
  remember(pending: readonly FileToTake[]): Promise<void>;
  /** After an `add` that did not find this many bytes of space: resolves when trying again makes sense. */
  waitForRoom(bytesNeeded: number, signal: AbortSignal): Promise<RoomNews>;
  /** De-identifies these series. Those that are done already cost nothing. */
  deidentify(seriesIds: readonly string[], rules: DeidentifyRules): Promise<DeidentifyEnd>;
  close(): void;
}

/** Two workers read, hash and encrypt in parallel (measured: 1.3 times as fast as one; a third does not help on two cores). */
const WORKERS = 2;

/** The intake of one page. Workers start with the first file and stay until `close`. A worker that died is restarted for the next drop. */
export function createIntake(userId: number): Intake {
  const db = new LocalDb(userId);
  const locks = createLocks(db, browserClock);
  const closing = new AbortController();
  const pageId = crypto.randomUUID();
  let pool: PooledWorker[] = [];
  const sharedOut = new SharedOut(db);
  let lastTry: Omit<WaitForRoom, 'bytesNeeded'> = { uploadId: null, heldBefore: new Set(), storageBefore: null };
  const makeRoom = (bytes: number): Promise<number> => releaseForUpload(db, bytes);

  // Cleans up after an intake that was killed, but only while no tab takes files.
  void locks
    .holdIfFree(intakeLockName(userId), async () => {
      await sweepLeftBehind(db, pageId);
      for (const uploadId of await unrecognisedUploads(db)) await recognise(uploadId);
    })
    .catch(reportError);

  return {
    add: (files, hasWaited, onProgress) =>
      locks.hold(intakeLockName(userId), closing.signal, () => orNoRoom(files, () => take(files, hasWaited, onProgress)), 'shared'),

    async remember(pending) {
      // Their scripts load while the browser stores the names and the reserve.
      if (pending.length > 0) startWorkers();
      const files = pending.map(({ id, path, file: { name, size } }) => ({ id, name, path, size }));
      const device = await openDeviceKey(db);
      await saveChosen(db, device, pageId, files);
      await missNoLonger(db, device, files);
    },

    waitForRoom: (bytesNeeded, signal) => waitForRoom(db, { makeRoom, storage }, { ...lastTry, bytesNeeded }, signal),

    deidentify: (seriesIds, rules) => locks.hold(intakeLockName(userId), closing.signal, () => deidentify(seriesIds, rules), 'shared'),

    close() {
      closing.abort();
      for (const { worker } of pool) worker.terminate();
      pool = [];
      db.close();
    },
  };

  async function take(files: FileToTake[], hasWaited: boolean, onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd> {
    startWorkers();
    const upload = await (hasWaited ? uploadThatTakes(db) : shownUpload(db));
    await rememberTry(upload);
    const giveReserve = await holdReserveForUpload(db);
    if (giveReserve === null) return { ...NOTHING_TAKEN, noRoom: files };
    try {
      return await takeInto(upload, files, onProgress);
    } finally {
      await giveReserve();
    }
  }

  async function takeInto(first: UploadRow, all: FileToTake[], onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd> {
    const end = { ...NOTHING_TAKEN };
    let [upload, files] = [first, all];
    for (;;) {
      // The first file need not wait for it. If it fails, repeating it finds what was already stored.
      const shown = savePreview(db, upload.id);
      shown.catch(() => undefined);
      startWorkers();
      const taken = await takeFiles({ takers: pool, onProgress, makeRoom, pause }, upload.id, files);
      await shown;
      await recognise(upload.id);
      end.stored += taken.stored;
      end.duplicates += taken.duplicates;
      end.refused += taken.refused;
      end.unsupported += taken.unsupported;
      end.noRoom = [...end.noRoom, ...taken.noRoom];
      end.faulted = [...end.faulted, ...taken.faulted];
      if (taken.closed.length === 0) return end;
      const { phase = 'dropping' } = (await db.uploads.get(upload.id)) ?? {};
      if (phase === 'dropping') return { ...end, noRoom: [], isCleared: true };
      // Process was pressed while these were read, here or in another tab: the next upload takes them.
      files = taken.closed;
      upload = await uploadThatTakes(db);
      await rememberTry(upload);
    }
  }

  /** Nobody waits for recognition. If it fails, the user chooses, or the next drop repeats it. */
  async function recognise(uploadId: string): Promise<void> {
    startWorkers();
    await pool[0]?.recognise(uploadId).catch(reportError);
  }

  function deidentify(seriesIds: readonly string[], rules: DeidentifyRules): Promise<DeidentifyEnd> {
    startWorkers();
    return sharedOut.deidentify(pool, seriesIds, rules);
  }

  function startWorkers(): void {
    pool = pool.filter(({ isDead }) => !isDead());
    while (pool.length < WORKERS) pool.push(startWorker(userId));
  }

  async function rememberTry({ id }: UploadRow): Promise<void> {
    const [heldBefore, storageBefore] = await Promise.all([heldSegments(db), storage()]);
    lastTry = { uploadId: id, heldBefore, storageBefore };
  }
}

/**
 * Joins the NIfTI pairs of a drop into single files, in place of their headers: see `join-pairs.ts`. Runs on the page, because only a few bytes of
 * each are read. The reader is loaded with the first pair.
 */
export async function joinPairs(files: readonly PickedFile[]): Promise<readonly PickedFile[]> {
  if (!files.some(({ path }) => niftiHalf(path) !== null)) return files;
  return (await import('./join-pairs.ts')).joinPairs(files);
}

export { dicomAmong } from './dicom-among.ts';

/** A full device may also refuse what is written in addition to the files. That is not a bug, and repeating it finds what was already stored. */
async function orNoRoom(files: FileToTake[], work: () => Promise<IntakeEnd>): Promise<IntakeEnd> {
  try {
    return await work();
  } catch (error) {
    if (isQuotaError(error)) return { ...NOTHING_TAKEN, noRoom: files };
    throw error;
  }
}

const NEVER = new AbortController().signal;
const pause = (ms: number): Promise<void> => browserClock.pause(ms, NEVER);

const NOTHING_TAKEN: IntakeEnd = { stored: 0, duplicates: 0, refused: 0, unsupported: 0, noRoom: [], faulted: [], isCleared: false };

/** Null if the browser does not report it. */
async function storage(): Promise<StorageFigures | null> {
  const { quota, usage } = (await navigator.storage?.estimate()) ?? {};
  return quota === undefined || usage === undefined ? null : { quota, usage };
}

interface PooledWorker extends Taker, Deidentifier {
  worker: Worker;
  recognise(uploadId: string): Promise<void>;
  isDead(): boolean;
}

/** A worker whose script cannot be loaded, or that crashes, answers no more calls: waiting callers get an error. */
function startWorker(userId: number): PooledWorker {
  const worker = new Worker(new URL('./intake.worker.ts', import.meta.url), { type: 'module', name: 'intake' });
  const IntakeWorkerProxy = wrap<typeof IntakeWorker>(worker);
  const remote: Promise<Remote<IntakeWorker>> = new IntakeWorkerProxy(userId);
  const take: Taker['take'] = async (uploadId, batch, onPart) =>
    batch.some(isArchive) ? (await remote).take(uploadId, batch, proxy(onPart)) : (await remote).take(uploadId, batch);
  let isDead = false;
  const died = workerFailure(worker, 'intake');
  // Runs before waiting callers get the error; nothing has to wait for it.
  died.catch((fault: unknown) => {
    isDead = true;
    worker.terminate();
    reportError(fault);
  });
  return {
    worker,
    isDead: () => isDead,
    take: (...given) => Promise.race([take(...given), died]),
    recognise: (uploadId) => Promise.race([remote.then((one) => one.recognise(uploadId)), died]),
    deidentify: (seriesIds, rules) => Promise.race([remote.then((one) => one.deidentify(seriesIds, rules)), died]),
  };
}
