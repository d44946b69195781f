/** `done`: the server has it. `refused`: it will never accept it. `later`: no answer, or the server was busy. */
export type SendEnd = 'done' | 'refused' | 'later';

export interface OutboxPorts<Write> {
  /** Waiting writes, in the order in which they were made. */
  saved(): Promise<readonly Write[]>;
  send(write: Write): Promise<SendEnd>;
  remove(write: Write): Promise<unknown>;
  /** After it was removed: what the screen showed is taken back, and said. */
  onRefused(write: Write): void;
  /** One tab sends at a time; a tab that already has the turn sends these writes too. */
  inTurn(work: () => Promise<void>): Promise<void>;
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends small writes in order, one at a time, and stops at the first that has to wait: a later one may concern the same object. It retries
 * after growing pauses, or immediately when woken (a new write, the network). A write may have arrived earlier: see [Note: Outbox].
 */
export function createOutboxSender<Write>(ports: OutboxPorts<Write>): { wake(): void; close(): void } {
  let pauseMs = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let isWoken = false;
  let isClosed = false;

  async function sendAll(): Promise<void> {
    for (;;) {
      const [write] = await ports.saved();
      if (write === undefined || isClosed) break;
      const end = await ports.send(write);
      if (end === 'later') return tryLater();
      await ports.remove(write);
      if (end === 'refused') ports.onRefused(write);
    }
    pauseMs = FIRST_PAUSE_MS;
  }

  function tryLater(): void {
    timer = setTimeout(wake, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }

  function wake(): void {
    clearTimeout(timer);
    if (isClosed) return;
    if (running !== null) {
      isWoken = true;
      return;
    }
    isWoken = false;
    running = ports
      .inTurn(sendAll)
      .catch(tryLater)
      .finally(() => {
        running = null;
        if (isWoken) wake();
      });
  }

  return {
    wake,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
