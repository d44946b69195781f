import { proxy, wrap, type Remote } from 'comlink';
import { missNoLonger, saveChosen } from '#localdb/chosen-files.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { holdReserveForUpload, releaseForUpload } from '#localdb/kept-copies.ts';
import { createLocks } from '#localdb/locks.ts';
import { uploadThatTakes } from '#localdb/next-upload.ts';
import { isQuotaError } from '#localdb/quota.ts';
import { unrecognisedUploads } from '#localdb/recognitions.ts';
import { savePreview, shownUpload } from '#localdb/uploads.ts';
import { LocalDb, type UploadRow } from '#localdb/schema.ts';
import { intakeLockName, sweepLeftBehind } from '#localdb/sweep-segments.ts';
import type { DeidentifyRules } from '#model/deidentified.ts';
import { niftiHalf } from '#model/nifti-name.ts';
import { browserClock } from '#transfer/browser.ts';
import { deathOf } from '#workers/death-of.ts';
import type { IntakeWorker } from './intake-worker.ts';
import { isArchive } from './is-archive.ts';
import { takeFiles, type Taker } from './take-files.ts';
import type { DeidentifyEnd, FileToTake, IntakeEnd, IntakeProgress, PickedFile, RoomNews } from './types.ts';
import { heldSegments, waitForRoom, type StorageFigures, type WaitForRoom } from './wait-for-room.ts';

export interface Intake {
  /**
   * Takes files onto this device; `onProgress` at least every 50 files (READ-005). Files that no rule of the door refuses. They belong to the
   * upload that the person sees; those that have waited for room, to the one that takes files now.
   */
  add(files: FileToTake[], hasWaited: boolean, onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd>;
  /** What this page has been given and has not dealt with, for the next page should this one be killed: [Note: Chosen files]. */
  remember(pending: readonly FileToTake[]): Promise<void>;
  /** After an `add` that found no room for so many bytes: resolves when trying again makes sense. */
  waitForRoom(bytesNeeded: number, signal: AbortSignal): Promise<RoomNews>;
  /** Makes what these series leave as without names; what is made already costs nothing. */
  deidentify(seriesIds: readonly string[], rules: DeidentifyRules): Promise<DeidentifyEnd>;
  close(): void;
}

/** Two workers read, hash and encrypt side by side (measured: 1.3 times one, a third brings nothing on two cores). */
const WORKERS = 2;

/** The intake of one page. Workers start with the first file and stay until `close`; one that died is started again for the next drop. */
export function createIntake(userId: number): Intake {
  const db = new LocalDb(userId);
  const locks = createLocks(db, browserClock);
  const closing = new AbortController();
  const pageId = crypto.randomUUID();
  let pool: PooledWorker[] = [];
  let lastTry: Omit<WaitForRoom, 'bytesNeeded'> = { uploadId: null, heldBefore: new Set(), storageBefore: null };
  const makeRoom = (bytes: number): Promise<number> => releaseForUpload(db, bytes);

  // What an intake that was killed left behind: only while no tab takes files.
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
      // Their scripts are loaded while the browser writes the names and the reserve down.
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
      // The first file need not wait for it. Should it fail, what was taken by then is known when it comes again.
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

  /** Names nobody need wait for: where it fails, the person chooses them, or the next drop brings them. */
  async function recognise(uploadId: string): Promise<void> {
    startWorkers();
    await pool[0]?.recognise(uploadId).catch(reportError);
  }

  /** Each worker takes the next series that nobody has begun. */
  async function deidentify(seriesIds: readonly string[], rules: DeidentifyRules): Promise<DeidentifyEnd> {
    startWorkers();
    const waiting = seriesIds.values();
    let end: DeidentifyEnd = 'ok';
    const lane = async (taker: PooledWorker): Promise<void> => {
      for (const seriesId of waiting) {
        const made = await taker.deidentify(seriesId, rules);
        if (made !== 'ok') end = made;
        // Those that follow would find no room either.
        if (made === 'no-room') return;
      }
    };
    await Promise.all(pool.map(lane));
    return end;
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
 * NIfTI pairs of a drop as one file each, in the place of the header: see `join-pairs.ts`. On the page, since a few bytes of each are read; the
 * reader comes only with the first pair.
 */
export async function joinPairs(files: readonly PickedFile[]): Promise<readonly PickedFile[]> {
  if (!files.some(({ path }) => niftiHalf(path) !== null)) return files;
  return (await import('./join-pairs.ts')).joinPairs(files);
}

export { dicomAmong } from './dicom-among.ts';

/** A full device may refuse what is written beside the files as well: nothing is broken then, and what was stored is known when it comes again. */
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

/** Null where the browser does not say. */
async function storage(): Promise<StorageFigures | null> {
  const { quota, usage } = (await navigator.storage?.estimate()) ?? {};
  return quota === undefined || usage === undefined ? null : { quota, usage };
}

interface PooledWorker extends Taker {
  worker: Worker;
  recognise(uploadId: string): Promise<void>;
  deidentify(seriesId: string, rules: DeidentifyRules): Promise<DeidentifyEnd>;
  isDead(): boolean;
}

/** A worker whose script cannot be loaded, or that breaks, answers no call any more: whoever waits for one is told. */
function startWorker(userId: number): PooledWorker {
  const worker = new Worker(new URL('./intake.worker.ts', import.meta.url), { type: 'module', name: 'intake' });
  const IntakeWorkerProxy = wrap<typeof IntakeWorker>(worker);
  const remote: Promise<Remote<IntakeWorker>> = new IntakeWorkerProxy(userId);
  const take: Taker['take'] = async (uploadId, batch, onPart) =>
    batch.some(isArchive) ? (await remote).take(uploadId, batch, proxy(onPart)) : (await remote).take(uploadId, batch);
  let isDead = false;
  const died = deathOf(worker, 'intake');
  // Before whoever waits at that moment is told; nobody need wait.
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
    deidentify: (seriesId, rules) => Promise.race([remote.then((one) => one.deidentify(seriesId, rules)), died]),
  };
}
