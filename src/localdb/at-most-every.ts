import { Dexie } from 'dexie';

/**
 * For a live query over rows that change many times a second: it reads at once when its last reading ended `everyMs` ago or longer, and
 * otherwise when that time is over. Dexie asks anew at every change and no longer listens to what it asked before; so of all that wait, only
 * the last reads.
 */
export function atMostEvery<T>(everyMs: () => number, read: () => Promise<T>, timer: Timer = OF_THE_PAGE): () => Promise<T> {
  let endedAtMs = -Infinity;
  let asked = 0;
  let latest: Promise<T>;
  const readNow = (): Promise<T> => {
    latest = read();
    void latest.then(
      () => (endedAtMs = timer.now()),
      () => undefined,
    );
    return latest;
  };
  return () => {
    const mine = (asked += 1);
    const waitMs = endedAtMs + everyMs() - timer.now();
    if (waitMs <= 0) return readNow();
    // Dexie's own promise: what is read behind another would not be noticed by the live query.
    return new Dexie.Promise<void>((over) => timer.after(waitMs, over)).then(() => (mine === asked ? readNow() : latest));
  };
}

/**
 * For a live query whose answer is wanted once its rows are at rest: it reads when nothing has changed for `stillMs`. A folder of ten thousand files is
 * two hundred commits, and is read once. What a change took over is no answer, and nobody gets it.
 */
export function whenStill<T>(stillMs: number, read: () => Promise<T>, timer: Timer = OF_THE_PAGE): () => Promise<T | undefined> {
  let asked = 0;
  return () => {
    const mine = (asked += 1);
    return new Dexie.Promise<void>((over) => timer.after(stillMs, over)).then(() => (mine === asked ? read() : undefined));
  };
}

export interface Timer {
  /** Milliseconds; never jumps. */
  now(): number;
  after(ms: number, act: () => void): void;
}

const OF_THE_PAGE: Timer = { now: () => performance.now(), after: (ms, act) => void setTimeout(act, ms) };

/** How often a screen tells anew how far an upload is: more often helps nobody and takes from the upload what it runs on. */
export const PROGRESS_EVERY_MS = 250;
