import { createStudyServer } from '#api/study-server.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { createLocks } from '#localdb/locks.ts';
import { sweepUnreadable } from '#localdb/kept-copies/pins.ts';
import { LocalDb } from '#localdb/schema.ts';
import { Alarm } from '#transfer/alarm.ts';
import { browserClock } from '#transfer/browser.ts';
import { NoRuntime, runtimeBytes } from '#workers/inference-runtime.ts';
import { runKeeper, type KeeperNews } from './keeper.ts';

/** Models of pinned studies run without a network. */
const keepRuntime = (): Promise<boolean> =>
  runtimeBytes().then(
    () => true,
    (error: unknown) => {
      if (error instanceof NoRuntime) return false;
      throw error;
    },
  );

/** The keeper of one page in a web worker: it encrypts what it downloads, and ends with its page. */
export class KeeperWorker {
  readonly #alarm = new Alarm(browserClock);
  readonly #news: KeeperNews = { backAt: 0, changedAt: 0 };

  /** Runs until the worker is ended. A bug ends it visibly, and the page restarts it. */
  async run(userId: number): Promise<void> {
    const db = new LocalDb(userId);
    const device = await openDeviceKey(db);
    await sweepUnreadable(db, device);
    const ports = {
      ...{ db, device, server: createStudyServer(userId), clock: this.#alarm.clock },
      ...{ locks: createLocks(db, browserClock), alarm: this.#alarm, keepRuntime },
    };
    await runKeeper(ports, userId, this.#news, new AbortController().signal);
  }

  wake(news: keyof KeeperNews): void {
    this.#news[news] = Date.now();
    this.#alarm.ring();
  }
}
