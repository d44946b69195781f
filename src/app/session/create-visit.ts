import { setBases } from '#api/bases.ts';
import { createScreenLock, type ScreenLock } from '#app/lock/screen-lock.ts';
import { callApi } from '#api/call-api.ts';
import {
  clearCredentials,
  onSignedOutElsewhere,
  readCredentials,
  readQueueOwner,
  tellSignedOut,
  writeCredentials,
} from '#api/credentials.ts';
import { onSignedOut } from '#api/traffic.ts';
import { CALLS } from '#contract/calls.ts';
import { LOCK_MINUTES, type Team } from '#contract/entities.ts';
import { routeOf } from '#app/routes/route-table.ts';
import type { Language } from '#language/languages.ts';
import { LANGUAGE_COOKIE } from '#language/start-language.ts';
import { hasLeftHere, leaveIfLeft } from './leave-origin.ts';
import { pageBases } from './page-bases.ts';
import type { WaitingAtSignOut } from './drop-readable.ts';
import { loadPersonParts } from './person-parts.ts';
import { purgeOrigins } from './purge-origins.ts';
import { createReachability } from './reachability.ts';
import { createSettingsStore, type SettingsStore } from './server-settings.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { createSiteCookies, siteCookieJar } from './site-cookies.ts';
import type { SessionState } from './session-state.ts';
import { siteOf, type Site } from './site.ts';
import { createStoredSession } from './stored-session.ts';
import { markToText } from './visit-mark.ts';

const MARK_LOOK_MS = 2_000;
const PENDING_SIGN_OUT_KEY = 'mt_auth.pending-sign-out';

/** The visit of this host: its address, its user, and whether the server can be reached. */
export interface Visit {
  site: Site;
  settings: SettingsStore;
  session: SessionStore;
  reachability: ReturnType<typeof createReachability>;
  lock: ScreenLock;
  /** TEAM-06: before any link opens another team's host. */
  leaveForTeam(slug: string): void;
  /** TEAM-05. */
  switchTeam(slug: string): void;
  /** For every host. Texts are made when modules are loaded, so the page is loaded again; what is being sent or drawn is on the device. */
  chooseLanguage(language: Language): void;
}

export async function createVisit(): Promise<Visit> {
  const stored = createStoredSession(localStorage);
  // While the credentials are read: the stored user is probably still signed in. The router asks for the page again, and reports a failure.
  if (stored.read() !== null) {
    void loadPersonParts().catch(() => undefined);
    void routeOf(location.pathname)
      ?.load()
      .catch(() => undefined);
  }
  const bases = pageBases();
  setBases(bases);
  const settings = createSettingsStore(localStorage);
  const asked = settings.fetch();
  // The stored settings are enough to start; only the first visit of a browser waits for the server.
  if (settings.read() === null) await asked;
  const site = siteOf(location, settings.read()?.base_domain ?? null);
  const reachability = createReachability(settings.fetch);
  const jar = siteCookieJar(() => settings.read()?.base_domain ?? null);
  const cookies = createSiteCookies(jar);
  const dropReadable = async (userId: number, waiting: WaitingAtSignOut) => (await loadPersonParts()).dropReadable(userId, waiting);

  const session = createSessionStore({
    hostTeam: site.team,
    server: {
      exchange: (version) =>
        callApi(CALLS.signedAuth, { quiet: true, query: version === undefined ? {} : { permission_version: version } }),
      user: (token) => callApi(CALLS.user, token === undefined ? {} : { credentials: { token, team: site.team } }),
      team: (slug) => callApi(CALLS.team, { params: { slug } }),
      permissions: () => callApi(CALLS.permissions),
      logout: (token) => callApi(CALLS.logout, { credentials: { token, team: site.team } }),
    },
    credentials: {
      read: readCredentials,
      write(token, userId) {
        cookies.addHost(site.team);
        const mark = cookies.mark();
        return writeCredentials({
          token,
          userId,
          team: site.team,
          apiBase: bases.api,
          servicesBase: bases.services,
          uploadBase: settings.read()?.upload_url ?? location.origin,
          visit: mark === null ? null : markToText(mark),
        });
      },
      clear: clearCredentials,
    },
    stored,
    pendingSignOut: {
      read: () => localStorage.getItem(PENDING_SIGN_OUT_KEY),
      write: (token) =>
        token === null ? localStorage.removeItem(PENDING_SIGN_OUT_KEY) : localStorage.setItem(PENDING_SIGN_OUT_KEY, token),
    },
    site: {
      isLeft: () => cookies.mark()?.userId === 0,
      signedIn: cookies.signedIn,
      signedOut: cookies.signedOut,
      purgeOthers() {
        const others = cookies.hosts().filter((label) => label !== site.team);
        return purgeOrigins(others.map((label) => new URL(label === null ? site.mainUrl('/') : site.teamUrl(label, '/')).origin));
      },
      hasLeft: () => hasLeftHere(cookies.mark()),
      leaveIfLeft: () => leaveIfLeft({ mark: cookies.mark, stored, dropReadable }),
    },
    queueOwner: async () => (await readQueueOwner())?.userId ?? null,
    tellSignedOut,
    isOnline: () => navigator.onLine,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
    within: (work, ms) => Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, ms))]),
    dropReadable: async (userId, waiting) => {
      // Scroll positions are stored under addresses, which contain search terms.
      sessionStorage.clear();
      const [dropped] = await Promise.all([dropReadable(userId, waiting), closeNotices()]);
      return dropped;
    },
    leaveToLogin: () => location.assign(site.mainUrl('/login')),
    leaveToDashboard: () => location.assign(site.mainUrl('/dashboard')),
    reload: () => location.reload(),
  });
  onSignedOutElsewhere(() => void session.leftElsewhere());

  const lockNews = new BroadcastChannel('lightship.lock');
  const lock = createScreenLock({ jar, person: () => personAt(session.read()), now: Date.now, tell: () => lockNews.postMessage(null) });
  lockNews.addEventListener('message', lock.look);
  // For a tab of a host whose purge frame failed to load or was slow.
  let markBefore = cookies.mark()?.nonce;
  setInterval(() => {
    const nonce = cookies.mark()?.nonce;
    if (nonce === markBefore) return;
    markBefore = nonce;
    void session.markChanged().catch(reportError);
  }, MARK_LOOK_MS);
  session.subscribe(lock.look);

  onSignedOut((token) => void session.tokenRefused(token));
  const lookAgain = () => {
    // Another tab may have signed in, or the network may have returned.
    if (document.visibilityState === 'visible' && session.read().phase === 'signed-out') void session.start();
  };
  addEventListener('online', lookAgain);
  document.addEventListener('visibilitychange', lookAgain);
  void session.start();

  const leaveForTeam = (slug: string) => {
    if (slug !== site.team) stored.clearPermissions();
  };
  return {
    site,
    settings,
    session,
    reachability,
    lock,
    leaveForTeam,
    switchTeam(slug) {
      leaveForTeam(slug);
      location.assign(site.teamUrl(slug, '/dashboard'));
    },
    chooseLanguage(language) {
      jar.write(LANGUAGE_COOKIE, language);
      location.reload();
    },
  };
}

/** Closes the system notifications of this user's news. */
async function closeNotices(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close();
}

/** The main domain shows data of every team, so the shortest limit applies there. */
function personAt(state: SessionState): { id: number; limitMs: number } | null {
  if (state.phase !== 'signed-in') return null;
  const { user, team } = state;
  const minutesOf = (one: Team) => one.lock_minutes ?? LOCK_MINUTES;
  const minutes = team.kind === 'known' ? minutesOf(team.team) : Math.min(LOCK_MINUTES, ...user.teams.map(minutesOf));
  return { id: user.id, limitMs: minutes * 60_000 };
}
