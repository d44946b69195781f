import { releaseProxy, wrap, type Remote } from 'comlink';
import { liveQuery } from 'dexie';
import type { LocalDb } from '#localdb/schema.ts';
import { resumeUploads } from '#localdb/upload-commands.ts';
import { SENDING_PHASES } from '#model/transfer-phase.ts';
import type { TransferWorker } from './transfer-worker.ts';

export interface Sender {
  /** News that may end a pause early: a person pressed something, the socket told something. */
  wake(): void;
  close(): void;
}

/** An unfinished sync event is what lets the service worker go on after a kill: a fresh one this often while work is left. */
const TAG_EVERY_MS = 120_000;

/**
 * Sends while this page is open. Starts its worker at once and wakes it on `online`, on becoming visible, and when something is queued.
 * While something is queued it registers fresh tags of Background Sync (the same tag again would do nothing during a back-off): on queueing,
 * on load, on `online`, on hide, and on a timer.
 */
export function createSender(db: LocalDb, userId: number): Sender {
  const worker = new Worker(new URL('./transfer.worker.ts', import.meta.url), { type: 'module', name: 'transfer' });
  const remote = start(worker, userId);
  let hasWork = false;
  // Whoever has a sender is signed in: what waited for that goes on.
  void resumeUploads(db, 'sign-in');

  const wake = (): void => void remote.then((transfer) => transfer.wake());
  const leaveTag = (): void => {
    if (hasWork) void registerTag();
  };
  const onVisibility = (): void => {
    if (document.visibilityState === 'visible') wake();
    leaveTag();
  };
  const onOnline = (): void => {
    wake();
    leaveTag();
  };
  addEventListener('online', onOnline);
  addEventListener('pagehide', leaveTag);
  document.addEventListener('visibilitychange', onVisibility);
  const timer = setInterval(leaveTag, TAG_EVERY_MS);
  const queue = liveQuery(() =>
    db.uploads
      .where('phase')
      .anyOf([...SENDING_PHASES])
      .filter((row) => row.halt === null)
      .primaryKeys(),
  ).subscribe({
    next: (waiting) => {
      const grew = waiting.length > 0 && !hasWork;
      hasWork = waiting.length > 0;
      if (!hasWork) return;
      wake();
      if (grew) leaveTag();
    },
  });

  return {
    wake,
    close() {
      removeEventListener('online', onOnline);
      removeEventListener('pagehide', leaveTag);
      document.removeEventListener('visibilitychange', onVisibility);
      clearInterval(timer);
      queue.unsubscribe();
      void remote.then((transfer) => transfer[releaseProxy]());
      worker.terminate();
    },
  };
}

async function start(worker: Worker, userId: number): Promise<Remote<TransferWorker>> {
  const TransferWorkerProxy = wrap<typeof TransferWorker>(worker);
  const transfer = await new TransferWorkerProxy();
  void transfer.run(userId);
  return transfer;
}

interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Where the browser has no Background Sync, or a person has forbidden it, the page alone sends. */
async function registerTag(): Promise<void> {
  const registration = (await navigator.serviceWorker?.ready) as (ServiceWorkerRegistration & SyncRegistration) | undefined;
  await registration?.sync?.register(`upload:${crypto.randomUUID()}`).catch(() => undefined);
}
