import type { Clock } from './ports.ts';

/** The ports that page, worker and service worker share: clock and console. */

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

/** Only its name, because the message may quote the data that caused the fault. */
export function reportFault(fault: unknown): void {
  console.error('An upload waits after a fault on this device:', fault instanceof Error ? fault.name : typeof fault);
}
