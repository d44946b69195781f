import { wrap, type Remote } from 'comlink';
import { liveQuery } from 'dexie';
import { onCredentialsWritten } from '#api/credentials.ts';
import { uploadsToBeSent } from '#localdb/queue-store.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { resumeUploads } from '#localdb/upload-commands.ts';
import { deathOf } from '#workers/death-of.ts';
import { keepRunning, type Running } from '#workers/keep-running.ts';
import type { TransferWorker } from './transfer-worker.ts';

export interface Sender {
  /** News that may end a pause early: a person pressed something, the socket told something. */
  wake(): void;
  close(): void;
}

/** An unfinished sync event is what lets the service worker go on after a kill: a fresh one this often while work is left. */
const TAG_EVERY_MS = 120_000;

/**
 * Sends while this page is open. Starts its worker at once, starts it again should it die, and wakes it on `online`, on becoming visible, and
 * when something is queued. While something is queued it registers fresh tags of Background Sync (the same tag again would do nothing during
 * a back-off): on queueing, on load, on `online`, on hide, and on a timer.
 */
export function createSender(db: LocalDb, userId: number): Sender {
  const worker = keepRunning(() => startWorker(userId), { pause, report: reportError });
  /** Of each upload that has something to send, whether it waits out a pause. */
  let queued: ReadonlyMap<string, boolean> = new Map();

  const wake = (): void => worker.current()?.wake();
  const leaveTag = (): void => {
    if (queued.size > 0) void registerTag();
  };
  // Whoever has a sender, or was given a new bearer here or in another tab, is signed in: what waited for that goes on.
  const goOnAfterSignIn = (): void => void resumeUploads(db, 'sign-in').catch(reportError);
  const onVisibility = (): void => {
    if (document.visibilityState === 'visible') wake();
    leaveTag();
  };
  const onOnline = (): void => {
    wake();
    leaveTag();
  };
  goOnAfterSignIn();
  const ignoreCredentials = onCredentialsWritten(goOnAfterSignIn);
  addEventListener('online', onOnline);
  addEventListener('pagehide', leaveTag);
  document.addEventListener('visibilitychange', onVisibility);
  const timer = setInterval(leaveTag, TAG_EVERY_MS);
  const queue = liveQuery(async () => (await uploadsToBeSent(db)).filter((row) => row.halt === null)).subscribe({
    next: (rows) => {
      const before = queued;
      queued = new Map(rows.map(({ id, waiting }) => [id, waiting !== null]));
      // A pause that begins is no news: woken by it, the sender would ask a server that told it to wait again and again.
      if (rows.some(({ id, waiting }) => waiting === null && before.get(id) !== false)) wake();
      if (rows.some(({ id }) => !before.has(id))) leaveTag();
    },
    // As a method of this object reportError refuses to be called.
    error: (cause) => reportError(cause),
  });

  // What the server reads is asked for from the moment on in which it begins.
  const opening = liveQuery(() => db.uploads.filter((row) => row.opening === 'archive-reading').primaryKeys()).subscribe({
    next: (ids) => {
      if (ids.length > 0) wake();
    },
    error: (cause) => reportError(cause),
  });

  return {
    wake,
    close() {
      ignoreCredentials();
      removeEventListener('online', onOnline);
      removeEventListener('pagehide', leaveTag);
      document.removeEventListener('visibilitychange', onVisibility);
      clearInterval(timer);
      queue.unsubscribe();
      opening.unsubscribe();
      worker.close();
    },
  };
}

interface RunningWorker extends Running {
  wake(): void;
}

/** One life of the worker. It dies when its script cannot be loaded or breaks, and when its sender ends, which it never does by itself. */
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
    died: Promise.race([deathOf(worker, 'transfer'), ended]),
    wake: () => void remote.then((transfer) => transfer.wake()).catch(() => undefined),
    // Its proxies go with it.
    close: () => worker.terminate(),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Where the browser has no Background Sync, or a person has forbidden it, the page alone sends. */
async function registerTag(): Promise<void> {
  const registration = (await navigator.serviceWorker?.ready) as (ServiceWorkerRegistration & SyncRegistration) | undefined;
  await registration?.sync?.register(`upload:${crypto.randomUUID()}`).catch(() => undefined);
}
