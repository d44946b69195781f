import { Workbox } from 'workbox-window';

let workbox: Workbox | null = null;
const TAKE_OVER_MS = 10_000;

/** CFG-21. Only in a secure context there is one; the page says so where there is none. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  workbox = import.meta.env.DEV ? new Workbox('/dev-sw.js?dev-sw', { type: 'module' }) : new Workbox('/sw.js');
  await workbox.register().catch((error: unknown) => console.error('The service worker could not be registered.', error));
}

/**
 * Fetches the new worker and makes it the active one. Ends in any case: where nothing answers in time the page reloads with the old shell,
 * and the next route change finds the same difference again.
 */
export async function takeOver(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (workbox === null || registration === undefined) return;
  await registration.update().catch(() => undefined);
  const worker = registration.installing ?? registration.waiting;
  if (worker === null) return;
  await new Promise<void>((resolve) => {
    const step = () => {
      if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' });
      if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', step);
    setTimeout(resolve, TAKE_OVER_MS);
    step();
  });
}
