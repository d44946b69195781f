import type { Clock } from './ports.ts';

/** The ports of the engine that page, worker and service worker all have: clock and console. */

export const browserClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
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
