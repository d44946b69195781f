import { wrap, type Remote } from 'comlink';
import { liveQuery } from 'dexie';
import { onCredentialsWritten } from '#api/credentials.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { workerFailure } from '#workers/worker-failure.ts';
import { keepRunning, type Kept, type Running } from '#workers/keep-running.ts';
import type { KeeperNews } from './keeper.ts';
import type { KeeperWorker } from './keeper-worker.ts';

type KeeperNewsName = keyof KeeperNews;

export interface Keeper {
  /** `changedAt`: something of the team has changed on the server. `backAt`: the server can be reached again. */
  tell(news: KeeperNewsName): void;
  close(): void;
}

/** Downloads pinned studies while this page is open. Its worker starts with the first pin and is restarted if it dies. */
export function createKeeper(db: LocalDb, userId: number): Keeper {
  let worker: Kept<RunningKeeper> | null = null;
  const tell = (news: KeeperNewsName): void => worker?.current()?.wake(news);
  const tellBack = (): void => tell('backAt');
  const ignoreCredentials = onCredentialsWritten(tellBack);
  addEventListener('online', tellBack);
  const pins = liveQuery(() => db.pins.count()).subscribe({
    next(count) {
      if (count > 0) worker ??= keepRunning(() => startWorker(userId), { pause, report: reportError });
    },
    // reportError throws if it is called as a method of this object.
    error: (cause) => reportError(cause),
  });
  return {
    tell,
    close() {
      ignoreCredentials();
      removeEventListener('online', tellBack);
      pins.unsubscribe();
      worker?.close();
    },
  };
}

interface RunningKeeper extends Running {
  wake(news: KeeperNewsName): void;
}

/** One run of the worker. */
function startWorker(userId: number): RunningKeeper {
  const worker = new Worker(new URL('./keeper.worker.ts', import.meta.url), { type: 'module', name: 'keeper' });
  const KeeperWorkerProxy = wrap<typeof KeeperWorker>(worker);
  const remote: Promise<Remote<KeeperWorker>> = new KeeperWorkerProxy();
  const ended = remote
    .then((keeper) => keeper.run(userId))
    .then(() => {
      throw new Error('The keeper ended');
    });
  return {
    died: Promise.race([workerFailure(worker, 'keeper'), ended]),
    wake: (news) => void remote.then((keeper) => keeper.wake(news)).catch(() => undefined),
    close: () => worker.terminate(),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
