import { Dexie } from 'dexie';

/**
 * For a live query over rows that change many times a second: reads immediately if its last reading ended at least `everyMs` ago, otherwise after
 * that time. Only one reading runs at a time, because readings started at each change would queue in the browser before the next transaction of the
 * user. Dexie queries again at every change and ignores earlier queries, so only the last waiting one reads.
 */
export function throttledQuery<T>(everyMs: () => number, read: () => Promise<T>, timer: Timer = OF_THE_PAGE): () => Promise<T> {
  let endedAtMs = -Infinity;
  let asked = 0;
  let isReading = false;
  let latest: Promise<T>;
  const readNow = (): Promise<T> => {
    isReading = true;
    latest = read();
    const end = (): void => {
      isReading = false;
      endedAtMs = timer.now();
    };
    void latest.then(end, end);
    return latest;
  };
  const inTurn = (mine: number): Promise<T> => {
    if (mine !== asked) return latest;
    // Must be Dexie's promises: the live query would not notice rows that are read after another promise.
    if (isReading)
      return new Dexie.Promise<void>(
        (over) =>
          void latest.then(
            () => over(),
            () => over(),
          ),
      ).then(() => inTurn(mine));
    const waitMs = endedAtMs + everyMs() - timer.now();
    if (waitMs > 0) return new Dexie.Promise<void>((over) => timer.after(waitMs, over)).then(() => inTurn(mine));
    return readNow();
  };
  return () => inTurn((asked += 1));
}

/**
 * For a live query whose answer is needed only when its rows no longer change: reads after `stillMs` without a change. A folder of ten thousand
 * files is two hundred commits and is read once. A reading that a change interrupts returns nothing.
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

/** How often the screen updates the progress of an upload. More often would only slow down the upload. */
export const PROGRESS_EVERY_MS = 250;
