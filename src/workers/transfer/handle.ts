import { wrap, type Remote } from 'comlink';
import { liveQuery } from 'dexie';
import { onCredentialsWritten } from '#api/credentials.ts';
import { uploadsToBeSent } from '#localdb/queue/queue-store.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { resumeUploads } from '#localdb/upload/upload-commands.ts';
import { workerFailure } from '#workers/worker-failure.ts';
import { keepRunning, type Kept, type Running } from '#workers/keep-running.ts';
import type { TransferWorker } from './transfer-worker.ts';

export interface Sender {
  /** News that may end a pause early: the user pressed a button, or the socket brought news. */
  wake(): void;
  close(): void;
}

/** A pending sync event lets the service worker continue after a kill, so a new one is registered this often while work is left. */
const TAG_EVERY_MS = 120_000;

/**
 * A tag that is registered while its page is being closed can stop Chromium from dispatching any sync event, also of earlier tags, until a page is
 * opened again. A page that is still there after having been hidden for this long is not being closed.
 */
const HIDDEN_FOR_MS = 1_000;

/**
 * Sends while this page is open. Starts its worker once an upload is on this device, restarts it if it dies, and wakes it on `online`, when the
 * page becomes visible, and when something is queued. While something is queued it registers new tags for Background Sync (repeating a tag would do
 * nothing during a back-off): on queueing, on load, on `online`, when it is hidden or shown, and on a timer.
 */
export function createSender(db: LocalDb, userId: number): Sender {
  let worker: Kept<RunningWorker> | null = null;
  /** Whether each upload with something to send waits out a pause. */
  let queued: ReadonlyMap<string, boolean> = new Map();

  let hidden: ReturnType<typeof setTimeout> | undefined;

  const wake = (): void => worker?.current()?.wake();
  const leaveTag = (): void => {
    if (queued.size > 0) void registerTag();
  };
  // A page with a sender, or a new bearer here or in another tab, means that the user is signed in, so uploads that waited for that resume.
  const goOnAfterSignIn = (): void => void resumeUploads(db, 'sign-in').catch(reportError);
  const onVisibility = (): void => {
    clearTimeout(hidden);
    if (document.visibilityState === 'hidden') return void (hidden = setTimeout(leaveTag, HIDDEN_FOR_MS));
    wake();
    leaveTag();
  };
  const onOnline = (): void => {
    wake();
    leaveTag();
  };
  goOnAfterSignIn();
  const ignoreCredentials = onCredentialsWritten(goOnAfterSignIn);
  addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisibility);
  const timer = setInterval(leaveTag, TAG_EVERY_MS);
  const uploads = liveQuery(() => db.uploads.count()).subscribe({
    next(count) {
      if (count > 0) worker ??= keepRunning(() => startWorker(userId), { pause, report: reportError });
    },
    // reportError throws if it is called as a method of this object.
    error: (cause) => reportError(cause),
  });
  const queue = liveQuery(async () => (await uploadsToBeSent(db)).filter((row) => row.halt === null)).subscribe({
    next: (rows) => {
      const before = queued;
      queued = new Map(rows.map(({ id, waiting }) => [id, waiting !== null]));
      // A new pause must not wake the sender: it would ask a server that told it to wait again and again.
      if (rows.some(({ id, waiting }) => waiting === null && before.get(id) !== false)) wake();
      if (rows.some(({ id }) => !before.has(id))) leaveTag();
    },
    error: (cause) => reportError(cause),
  });

  // The sender asks for the result from the moment the server starts reading.
  const opening = liveQuery(() => db.uploads.filter((row) => row.opening === 'archive-reading').primaryKeys()).subscribe({
    next: (ids) => {
      if (ids.length > 0) wake();
    },
    error: (cause) => reportError(cause),
  });

  return {
    wake,
    close() {
      clearTimeout(hidden);
      ignoreCredentials();
      removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onVisibility);
      clearInterval(timer);
      uploads.unsubscribe();
      queue.unsubscribe();
      opening.unsubscribe();
      worker?.close();
    },
  };
}

interface RunningWorker extends Running {
  wake(): void;
}

/** One run of the worker. It dies if its script cannot be loaded or crashes, or if its sender ends, which it should never do. */
function startWorker(userId: number): RunningWorker {
  const worker = new Worker(new URL('./transfer.worker.ts', import.meta.url), { type: 'module', name: 'transfer' });
  const TransferWorkerProxy = wrap<typeof TransferWorker>(worker);
  const remote: Promise<Remote<TransferWorker>> = new TransferWorkerProxy();
  const ended = remote
    .then((transfer) => transfer.run(userId))
    .then(() => {
      throw new Error('The sender ended');
    });
  return {
    died: Promise.race([workerFailure(worker, 'transfer'), ended]),
    wake: () => void remote.then((transfer) => transfer.wake()).catch(() => undefined),
    // This also ends its proxies.
    close: () => worker.terminate(),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Without Background Sync, or if the user has blocked it, only the page sends. */
async function registerTag(): Promise<void> {
  const registration = (await navigator.serviceWorker?.ready) as (ServiceWorkerRegistration & SyncRegistration) | undefined;
  await registration?.sync?.register(`upload:${crypto.randomUUID()}`).catch(() => undefined);
}
