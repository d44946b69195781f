import { Workbox } from 'workbox-window';

let workbox: Workbox | null = null;
const TAKE_OVER_MS = 10_000;

/** CFG-21. Only exists in a secure context; elsewhere the page says so. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  workbox = import.meta.env.DEV ? new Workbox('/dev-sw.js?dev-sw', { type: 'module' }) : new Workbox('/sw.js');
  await workbox.register().catch((error: unknown) => console.error('The service worker could not be registered.', error));
}

/**
 * Fetches the new worker and activates it; false if that did not happen in time: a reload would open the old shell again, and the next
 * route change finds the same difference. True if there is no worker.
 */
export async function takeOver(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (workbox === null || registration === undefined) return true;
  const isFetched = await registration.update().then(
    () => true,
    () => false,
  );
  const worker = registration.installing ?? registration.waiting;
  if (worker === null) return isFetched;
  const old = registration.active;
  return new Promise<boolean>((resolve) => {
    const step = () => {
      if (worker.state === 'installed') {
        worker.postMessage({ type: 'SKIP_WAITING' });
        old?.postMessage({ type: 'HAND_OVER' });
      }
      if (worker.state === 'activated') resolve(true);
      if (worker.state === 'redundant') resolve(false);
    };
    worker.addEventListener('statechange', step);
    setTimeout(() => {
      if (worker.state !== 'activated') console.error(`The new service worker has not taken over yet: ${worker.state}`);
      resolve(false);
    }, TAKE_OVER_MS);
    step();
  });
}
