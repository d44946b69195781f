import { setBases } from '#api/bases.ts';
import { dropReadable } from '#app/session/drop-readable.ts';
import { leaveIfLeft } from '#app/session/leave-origin.ts';
import { pageBases } from '#app/session/page-bases.ts';
import { createSiteCookies, siteCookieJar } from '#app/session/site-cookies.ts';
import { createStoredSession } from '#app/session/stored-session.ts';

/**
 * In a frame of the page in which somebody signs out, on another host of the base domain. Whoever frames it orders nothing by that: what is dropped is decided by
 * the mark of the visit, which a sign-out changes.
 */
export async function purgeOrigin(): Promise<void> {
  setBases(pageBases());
  const { mark } = createSiteCookies(siteCookieJar(() => null));
  await leaveIfLeft({ mark, stored: createStoredSession(localStorage), dropReadable });
  // It says no more than that it is done.
  parent.postMessage(null, '*');
}
