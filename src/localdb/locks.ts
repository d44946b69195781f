import { createLeases, type LeaseTime, type Locks } from './leases.ts';
import type { LocalDb } from './schema.ts';

/** Web Locks if the browser has them: a context that dies releases them immediately. Otherwise [Note: Leases]. */
export function createLocks(db: LocalDb, time: LeaseTime): Locks {
  return typeof navigator !== 'undefined' && navigator.locks ? webLocks : createLeases(db, time);
}

const NEVER_LOST = new AbortController().signal;

const webLocks: Locks = {
  /** `signal` ends the wait. Once held, the lock is kept until the work ends. */
  async hold(name, signal, work, mode = 'exclusive') {
    return navigator.locks.request(name, { mode, signal: signal as globalThis.AbortSignal }, async () => work(NEVER_LOST)) as ReturnType<
      typeof work
    >;
  },

  async holdIfFree(name, work) {
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
    });
  },
};
