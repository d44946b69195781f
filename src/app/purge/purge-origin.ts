import { setBases } from '#api/bases.ts';
import { dropReadable } from '#app/session/drop-readable.ts';
import { leaveIfLeft } from '#app/session/leave-origin.ts';
import { pageBases } from '#app/session/page-bases.ts';
import { createSiteCookies, siteCookieJar } from '#app/session/site-cookies.ts';
import { createStoredSession } from '#app/session/stored-session.ts';

/**
 * Runs in a frame of the page where somebody signs out, on another host of the base domain. The framing page cannot order a deletion: the
 * mark of the visit, which a sign-out changes, decides what is deleted.
 */
export async function purgeOrigin(): Promise<void> {
  setBases(pageBases());
  const { mark } = createSiteCookies(siteCookieJar(() => null));
  await leaveIfLeft({ mark, stored: createStoredSession(localStorage), dropReadable });
  // Reports only that it is done.
  parent.postMessage(null, '*');
}
