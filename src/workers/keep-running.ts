/** Something that works until it is closed, and may die. */
export interface Running {
  /** Rejects when it died; whoever closes it need not be told. */
  died: Promise<never>;
  close(): void;
}

export interface KeepRunningPorts {
  pause(ms: number): Promise<void>;
  /** A death is a bug, for whoever collects them. */
  report(cause: unknown): void;
}

/** After the first, second and every later death: a fault that stays must not keep a processor busy. */
const PAUSES_MS = [1_000, 5_000, 30_000] as const;

export interface Kept<R> {
  /** Null between a death and the next start. */
  current(): R | null;
  close(): void;
}

/** Starts it now, and again whenever it died, until it is closed. What it had written down is what the next one goes on from. */
export function keepRunning<R extends Running>(start: () => R, ports: KeepRunningPorts): Kept<R> {
  let running: R | null = null;
  const closing = new AbortController();
  void run(closing.signal);
  return {
    current: () => running,
    close() {
      closing.abort();
      running?.close();
      running = null;
    },
  };

  async function run(closed: AbortSignal): Promise<void> {
    for (let deaths = 0; !closed.aborted; deaths += 1) {
      if (deaths > 0) await ports.pause(PAUSES_MS[Math.min(deaths, PAUSES_MS.length) - 1] ?? PAUSES_MS[0]);
      if (closed.aborted) return;
      running = start();
      await running.died.catch(ports.report);
      running?.close();
      running = null;
    }
  }
}
