import { FIRST_ACQUISITIONS } from '#contract/acquisitions.ts';
import { LIMITS } from '#contract/limits.ts';
import { recogniseSeries } from '#imaging/recognise/recognise.ts';
import { createUploadServer } from '#api/upload-server.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { createLocks } from '#localdb/locks.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { saveRecognitions } from '#localdb/recognition/recognitions.ts';
import { LocalDb } from '#localdb/schema.ts';
import { Alarm } from '#transfer/alarm.ts';
import { browserClock, reportFault } from '#transfer/browser.ts';
import { runSender } from '#transfer/sender.ts';

/** The sender of one page in a web worker: it continues while the page is busy, and ends with it. */
export class TransferWorker {
  readonly #stop = new AbortController();
  readonly #alarm = new Alarm(browserClock);

  /** Runs until `stop`. A bug ends it visibly, and the page restarts it. */
  async run(userId: number): Promise<void> {
    const db = new LocalDb(userId);
    const device = await openDeviceKey(db);
    const queue = createQueueStore(db, device);
    const store: typeof queue = {
      ...queue,
      // As after an intake: new series are recognised before the user sees them.
      async saveOpened(uploadId, result) {
        await queue.saveOpened(uploadId, result);
        await saveRecognitions(db, device, uploadId, { recognise: recogniseSeries, allowed: FIRST_ACQUISITIONS });
      },
    };
    const ports = {
      store,
      server: createUploadServer(userId),
      clock: this.#alarm.clock,
      locks: createLocks(db, browserClock),
      wakes: this.#alarm,
      report: reportFault,
    };
    await runSender(ports, userId, this.#stop.signal, LIMITS.statusPollMs);
    db.close();
  }

  /** Something happened that may make a pause unnecessary: the network is back, Process was pressed, or the socket brought news. */
  wake(): void {
    this.#alarm.ring();
  }

  stop(): void {
    this.#stop.abort();
  }
}
