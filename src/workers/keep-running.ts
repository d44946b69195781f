/** Something that runs until it is closed, and may die. */
export interface Running {
  /** Rejects when it has died. Need not settle after `close`. */
  died: Promise<never>;
  close(): void;
}

export interface KeepRunningPorts {
  pause(ms: number): Promise<void>;
  /** A death is a bug and is reported as one. */
  report(cause: unknown): void;
}

/** Pauses after the first, second and every later death: a permanent fault must not keep a processor busy. */
const PAUSES_MS = [1_000, 5_000, 30_000] as const;

export interface Kept<R> {
  /** Null between a death and the next start. */
  current(): R | null;
  close(): void;
}

/** Starts it now, and again after each death, until it is closed. The next one continues from the stored state. */
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
