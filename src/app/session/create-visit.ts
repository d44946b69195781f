import { setBases } from '#api/bases.ts';
import { callApi } from '#api/call-api.ts';
import { clearCredentials, readCredentials, writeCredentials } from '#api/credentials.ts';
import { onSignedOut } from '#api/traffic.ts';
import { CALLS } from '#contract/calls.ts';
import { pageBases } from './page-bases.ts';
import { loadPersonParts } from './person-parts.ts';
import { createReachability } from './reachability.ts';
import { createSettingsStore, type SettingsStore } from './server-settings.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { siteOf, type Site } from './site.ts';
import { createStoredSession } from './stored-session.ts';

const PENDING_SIGN_OUT_KEY = 'mt_auth.pending-sign-out';

/** The visit of this host, joined: where it stands, who is here, whether the server is. */
export interface Visit {
  site: Site;
  settings: SettingsStore;
  session: SessionStore;
  reachability: ReturnType<typeof createReachability>;
  /** TEAM-06: before another team's host is opened, by whatever link. */
  leaveForTeam(slug: string): void;
  /** TEAM-05. */
  switchTeam(slug: string): void;
}

export async function createVisit(): Promise<Visit> {
  const stored = createStoredSession(localStorage);
  // While the credentials are read: who was signed in here will be.
  if (stored.read() !== null) void loadPersonParts().catch(() => undefined);
  const bases = pageBases();
  setBases(bases);
  const settings = createSettingsStore(localStorage);
  const asked = settings.fetch();
  // The stored settings are enough to begin with; only the first visit of a browser waits for the server.
  if (settings.read() === null) await asked;
  const site = siteOf(location, settings.read()?.base_domain ?? null);
  const reachability = createReachability(settings.fetch);

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
      write: (token, userId) =>
        writeCredentials({
          token,
          userId,
          team: site.team,
          apiBase: bases.api,
          servicesBase: bases.services,
          uploadBase: settings.read()?.upload_url ?? location.origin,
        }),
      clear: clearCredentials,
    },
    stored,
    pendingSignOut: {
      read: () => localStorage.getItem(PENDING_SIGN_OUT_KEY),
      write: (token) =>
        token === null ? localStorage.removeItem(PENDING_SIGN_OUT_KEY) : localStorage.setItem(PENDING_SIGN_OUT_KEY, token),
    },
    isOnline: () => navigator.onLine,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
    dropReadable: async (userId, waiting) => (await loadPersonParts()).dropReadable(userId, waiting),
    leaveToLogin: () => location.assign(site.mainUrl('/login')),
  });

  onSignedOut((token) => void session.tokenRefused(token));
  const lookAgain = () => {
    // Another tab may have signed in, or the network may be back: both are worth one look.
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
    leaveForTeam,
    switchTeam(slug) {
      leaveForTeam(slug);
      location.assign(site.teamUrl(slug, '/dashboard'));
    },
  };
}
