import { LIMITS } from '#contract/limits.ts';
import { createUploadServer } from '#api/upload-server.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { createQueueStore } from '#localdb/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { browserClock, browserLocks, reportFault } from '#transfer/browser.ts';
import { runSender, type Wakes } from '#transfer/sender.ts';

/** The sender of one page, in a web worker: it goes on while the page is busy, and dies with it. */
export class TransferWorker {
  readonly #stop = new AbortController();
  readonly #alarm = new Alarm();

  /** Runs until `stop`; a fault of this code ends it loudly and the page starts it again. */
  async run(userId: number): Promise<void> {
    const db = new LocalDb(userId);
    const store = createQueueStore(db, await openDeviceKey(db));
    const ports = {
      store,
      server: createUploadServer(),
      clock: browserClock,
      locks: browserLocks,
      wakes: this.#alarm,
      report: reportFault,
    };
    await runSender(ports, userId, this.#stop.signal, LIMITS.statusPollMs);
    db.close();
  }

  /** Something happened that may make a pause pointless: the network came, a person pressed Process, the socket brought news. */
  wake(): void {
    this.#alarm.ring();
  }

  stop(): void {
    this.#stop.abort();
  }
}

/** Sleeps that one ring ends all at once. A ring while nothing sleeps is heard by the next sleep. */
class Alarm implements Wakes {
  #rang = false;
  #sleepers = new Set<() => void>();

  ring(): void {
    this.#rang = true;
    for (const sleeper of this.#sleepers) sleeper();
  }

  async sleep(ms: number, signal: AbortSignal): Promise<'time' | 'woken'> {
    await new Promise<void>((resolve) => {
      if (this.#rang || signal.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        this.#sleepers.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#sleepers.add(end);
      signal.addEventListener('abort', end, { once: true });
    });
    const woken = this.#rang;
    this.#rang = false;
    return woken ? 'woken' : 'time';
  }
}
