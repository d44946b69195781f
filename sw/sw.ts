import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { openNotice } from './notify.ts';
import { isUploadTag, sendInBackground } from './sync.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

// The shell is precached with all its pages or not at all (PWA-18).
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Every address of the app opens offline. Calls, the socket and the version file are never answered from a cache (PWA-19, NAV-10): the first three
// are not navigations of the app, and /version.json is not in the manifest above.
if (!import.meta.env.DEV) {
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), {
      denylist: [/^\/api(\/|$)/, /^\/services(\/|$)/, /^\/upload\/./, /^\/version\.json$/, /^\/sw\.js$/],
    }),
  );
}

// A new version waits until the page has nothing half-stored (ODD-38). Then the page asks for the change and reloads. The browser changes workers
// only when the old one has no pending event, so its turn, which waits for the page to stop sending, ends when the page asks for the change.
const handingOver = new AbortController();
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'HAND_OVER') handingOver.abort();
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// Queued uploads continue without a tab (PWA-09). Each of our tags stands for the whole queue.
self.addEventListener('sync', (event) => {
  if (isUploadTag(event.tag)) event.waitUntil(sendInBackground(handingOver.signal));
});

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification)));
