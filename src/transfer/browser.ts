import type { Clock } from './ports.ts';
import type { Locks } from './sender.ts';

/** The ports of the engine that every browser context has: clock, locks and console. Compiled for workers only. */

export const browserClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
    }),
};

/** By its kind alone: the message of a fault may repeat what it choked on. */
export function reportFault(fault: unknown): void {
  console.error('An upload waits after a fault on this device:', fault instanceof Error ? fault.name : typeof fault);
}

export const browserLocks: Locks = {
  /** `signal` ends the waiting; once held, the lock is kept until the work ends. */
  hold: (name, signal, work) =>
    navigator.locks.request(name, { signal: signal as globalThis.AbortSignal }, work) as ReturnType<typeof work>,
};
