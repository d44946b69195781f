import type { WaitingAtSignOut } from './drop-readable.ts';
import type { Credentials } from '#api/credentials.ts';
import type { ApiFailure, ApiResult } from '#api/result.ts';
import type { Team, User } from '#contract/entities.ts';
import { isReady, type PermissionState, type SessionState, type SignedIn, type TeamState } from './session-state.ts';
import { exchangeByTicks } from './signed-auth.ts';
import type { StoredSessionPort } from './stored-session.ts';

/** given (PERM-05). */
const PERMISSION_RETRY_MS = 500;
const PERMISSION_TRIES = 25;

export interface SessionPorts {
  /** Team of this host; null on the main domain. */
  hostTeam: string | null;
  server: {
    exchange(permissionVersion: number | undefined): Promise<ApiResult<Exchanged>>;
    /** With a token: that of a sign-in that is not stored yet. */
    user(token?: string): Promise<ApiResult<User>>;
    team(slug: string): Promise<ApiResult<Team>>;
    permissions(): Promise<ApiResult<{ permission_version: number; user_permission: string[]; user_permision: string[] }>>;
    logout(token: string): Promise<ApiResult<null>>;
  };
  credentials: {
    read(): Promise<Credentials | null>;
    write(token: string, userId: number): Promise<void>;
    clear(): Promise<void>;
  };
  stored: StoredSessionPort;
  /** Token of a sign-out that the server has not received: the cookie is still valid, so nothing is exchanged until then. */
  pendingSignOut: { read(): string | null; write(token: string | null): void };
  /** What the hosts of the base domain share about this browser: [Note: The mark of a visit]. */
  site: {
    /** The user has signed out, on any host, and nobody has signed in since. */
    isLeft(): boolean;
    signedIn(userId: number): void;
    signedOut(): void;
    /** Other hosts delete the user's data; resolves when all reachable ones have. */
    purgeOthers(): Promise<unknown>;
    /** The user of this host has signed out on another host, or somebody else has signed in there. */
    hasLeft(): Promise<boolean>;
    /** Deletes the data that such a user left here. */
    leaveIfLeft(): Promise<void>;
  };
  /** Whose queue this host sends, or would send. */
  queueOwner(): Promise<number | null>;
  /** Notifies the other tabs of this host. */
  tellSignedOut(): void;
  isOnline(): boolean;
  wait(ms: number): Promise<void>;
  now(): number;
  /** The result of the work, or undefined after this time. */
  within<T>(work: Promise<T>, ms: number): Promise<T | undefined>;
  /** Deletes everything readable of this user on this origin; `told` is the server's part. */
  dropReadable(userId: number, waiting: WaitingAtSignOut): Promise<{ told: Promise<unknown> }>;
  /** Navigates to the main domain's `/login`. */
  leaveToLogin(): void;
  /** Navigates to the main domain's dashboard. */
  leaveToDashboard(): void;
  reload(): void;
}

/** Everything on this host has been deleted by then; only the server and the other hosts are waited for. */
const HEARD_WITHIN_MS = 1_500;
/** A slow computer needs seconds to open the frames of the other hosts. Patient data that stays there matters more than the wait. */
const EMPTIED_WITHIN_MS = 10_000;

interface Exchanged {
  token: string;
  id: number;
  user_permission: string[];
  permission_version: number;
}

export interface SessionStore {
  read(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Resolves when the visit has left `starting`. */
  started(): Promise<SessionState>;
  /** Resolves when user, team and permissions are known, or when nobody is signed in (GUARD-27). */
  ready(): Promise<SessionState>;
  /** Resolves when the server has confirmed the stored user, or cannot be reached: nobody is redirected to another host on stored facts. */
  confirmed(): Promise<SessionState>;
  start(): Promise<void>;
  /** The sign-in form returned this token. */
  signIn(token: string): Promise<ApiResult<User>>;
  /**
   * Acting as another person begins or ends: this token is of another user of the same browser. Removes what is readable of the user before, here and
   * on the other hosts, and leaves the page; what waits to be sent stays, sealed, for its owner.
   */
  changeUser(token: string): Promise<ApiResult<User>>;
  /** The server refused the bearer: one exchange, and signed out only if that fails. */
  tokenRefused(token: string): Promise<void>;
  /**
   * A page shows the sign-in form over itself when the sign-in ends, and stays until it is left. Returns what ends this. A sign-out is
   * obeyed at once all the same.
   */
  asksOverPage(): () => void;
  /** A new bearer replaced a refused one: failed calls may be repeated. */
  onHealed(listener: () => void): () => void;
  /** Fetches user, team and permissions; what cannot be fetched stays unchanged. */
  reload(): Promise<void>;
  /** PERM-09: an answer carried the current permissions. */
  permissionsHeard(heard: { version: number; list: readonly string[] }): void;
  signOut(waiting: WaitingAtSignOut): Promise<void>;
  /** The user signed out in another tab of this host, which removes their data. */
  leftElsewhere(): Promise<void>;
  /** The mark of the visit has changed: if the user has left on another host, their data here is removed before the page redirects. */
  markChanged(): Promise<void>;
}

/** One visit of one host: contract.md §8, "Start of a visit". Independent of the framework; session-state.ts has its transitions. */
export function createSessionStore(ports: SessionPorts): SessionStore {
  let state: SessionState = { phase: 'starting' };
  const listeners = new Set<() => void>();
  const healedListeners = new Set<() => void>();
  let exchanging: Promise<void> | null = null;
  let healing: Promise<void> | null = null;
  let confirming: Promise<unknown> = Promise.resolve();
  let isLeaving = false;
  let asking = 0;

  const move = (next: SessionState) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };

  const until = (isThere: (state: SessionState) => boolean): Promise<SessionState> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isThere(state)) return;
        listeners.delete(look);
        resolve(state);
      };
      listeners.add(look);
      look();
    });

  async function start(): Promise<void> {
    await ports.site.leaveIfLeft();
    const credentials = await ports.credentials.read();
    if (credentials === null) return exchange();
    // First: a browser that was killed between writing the two copies of the credentials has only one, and the sender of this page reads
    // the other.
    await ports.credentials.write(credentials.token, credentials.userId);
    const stored = ports.stored.read();
    if (stored !== null && stored.user.id === credentials.userId) {
      move({
        phase: 'signed-in',
        user: stored.user,
        team: firstTeamState(stored.team),
        permissions: stored.permissions === null ? firstPermissions() : known(stored.permissions),
      });
      // The stored state is on screen; the rest only updates it.
      confirming = confirm(credentials.token);
      if (!(await confirming)) return;
      await Promise.all([loadTeam(), loadPermissions()]);
      return store();
    }
    const user = await ports.server.user();
    if (user.ok) return enter(user.value);
    if (isSignedOut(user.failure)) return exchange();
    move({ phase: 'signed-out', because: 'unreached' });
    return exchange();
  }

  /** Checks the stored user with the server. False: the bearer was refused, and healing has already updated or ended the session. */
  async function confirm(token: string): Promise<boolean> {
    const user = await ports.server.user();
    if (user.ok) moveSignedIn({ user: user.value });
    if (user.ok || !isSignedOut(user.failure)) return true;
    await tokenRefused(token);
    return false;
  }

  /**
   * Exchanges the cookie for a bearer, by ticks. The first answer decides what is shown; without one the page opens and the ticks go
   * on.
   */
  function exchange(): Promise<void> {
    exchanging ??= runExchange().finally(() => {
      exchanging = null;
    });
    return exchanging;
  }

  async function runExchange(): Promise<void> {
    const end = await exchangeByTicks({
      async send() {
        const result = await exchangeOnce();
        if (!result.ok && result.failure.kind !== 'refused' && state.phase === 'starting')
          move({ phase: 'signed-out', because: 'unreached' });
        return result;
      },
      isOnline() {
        const online = ports.isOnline();
        if (!online && state.phase === 'starting') move({ phase: 'signed-out', because: 'unreached' });
        return online;
      },
      isOver: () => state.phase === 'signed-in',
      wait: ports.wait,
      now: ports.now,
    });
    if (end.how === 'refused' || end.how === 'given-up') return endSignIn('no-sign-in');
    if (end.how !== 'exchanged') return;
    await hold(end.value.token, end.value.id);
    const user = await ports.server.user();
    if (!user.ok) return endSignIn(isSignedOut(user.failure) ? 'no-sign-in' : 'unreached');
    const list = { version: end.value.permission_version, list: end.value.user_permission };
    await enter(user.value, ports.hostTeam === null ? undefined : known(list));
  }

  async function exchangeOnce(): Promise<ApiResult<Exchanged>> {
    const pending = ports.pendingSignOut.read();
    if (pending !== null) {
      const ended = await ports.server.logout(pending);
      if (!ended.ok && mayComeLater(ended.failure)) return ended;
      ports.pendingSignOut.write(null);
    }
    // The server may not have received it yet: a user who signed out stays signed out, on every host.
    if (ports.site.isLeft()) return { ok: false, failure: { kind: 'refused', status: 401, code: 'signed_out', message: '' } };
    return ports.server.exchange(ports.stored.read()?.permissions?.version);
  }

  /** A bearer can end before its sign-in does: the cookie is tried once. Without an answer the user stays signed in (PWA-23). */
  async function heal(): Promise<void> {
    const exchanged = await exchangeOnce();
    if (!exchanged.ok) return isSignedOut(exchanged.failure) ? endOrAsk() : undefined;
    // The hour of acting as another person is over, and the cookie is one's own again.
    if (state.phase === 'signed-in' && state.user.id !== exchanged.value.id) {
      await changeUser(exchanged.value.token);
      return;
    }
    await hold(exchanged.value.token, exchanged.value.id);
    await refresh();
    for (const listener of healedListeners) listener();
  }

  async function changeUser(token: string): Promise<ApiResult<User>> {
    const user = await ports.server.user(token);
    if (!user.ok) return user;
    isLeaving = true;
    move({ phase: 'leaving' });
    try {
      ports.site.signedIn(user.value.id);
      const others = ports.site.purgeOthers();
      ports.stored.clear();
      await hold(token, user.value.id);
      ports.tellSignedOut();
      await ports.within(others, EMPTIED_WITHIN_MS);
    } finally {
      // Whatever failed: the next page starts with the cookie.
      ports.leaveToDashboard();
    }
    return user;
  }

  async function endOrAsk(): Promise<void> {
    if (asking > 0 && !(await ports.site.hasLeft())) return moveSignedIn({ hasEnded: true });
    return endSignIn('no-sign-in');
  }

  /** Removes what another user left here before a sign-in: they may not have been able to sign out. */
  async function hold(token: string, userId: number): Promise<void> {
    const owner = await ports.queueOwner();
    if (owner !== null && owner !== userId) await ports.dropReadable(owner, 'keep');
    await ports.credentials.write(token, userId);
  }

  async function tokenRefused(token: string): Promise<void> {
    const credentials = await ports.credentials.read();
    // A late answer to an older token does not concern the present sign-in.
    if (credentials !== null && credentials.token !== token) return;
    // Refusals are ignored while signing out: the guards would race the page to another address.
    if (state.phase !== 'signed-in' || state.hasEnded === true || isLeaving) return;
    healing ??= heal().finally(() => {
      healing = null;
    });
    await healing;
  }

  async function enter(user: User, permissions: PermissionState = firstPermissions()): Promise<void> {
    move({ phase: 'signed-in', user, team: firstTeamState(null), permissions });
    await Promise.all([loadTeam(), permissions.kind === 'known' ? undefined : loadPermissions()]);
    store();
  }

  async function refresh(): Promise<void> {
    const user = await ports.server.user();
    if (user.ok) moveSignedIn({ user: user.value, hasEnded: false });
    // A 401 comes back through tokenRefused.
    if (!user.ok && isSignedOut(user.failure)) return;
    await Promise.all([loadTeam(), loadPermissions()]);
    store();
  }

  async function loadTeam(): Promise<void> {
    if (ports.hostTeam === null) return;
    const team = await ports.server.team(ports.hostTeam);
    if (team.ok) return moveSignedIn({ team: { kind: 'known', team: team.value } });
    if (team.failure.kind === 'refused' && team.failure.status >= 400 && team.failure.status < 500 && !isSignedOut(team.failure)) {
      return moveSignedIn({ team: { kind: 'refused' } });
    }
    // LAYOUT-08: only the network is missing. The team from the user's list is enough for the frame.
    if (state.phase !== 'signed-in' || state.team.kind !== 'loading') return;
    const listed = state.user.teams.find((one) => one.slug === ports.hostTeam);
    moveSignedIn({ team: listed === undefined ? { kind: 'refused' } : { kind: 'known', team: listed } });
  }

  /** PERM-05, 06: retried while the version is unknown; then the permissions that the user carries for this team, possibly none. */
  async function loadPermissions(): Promise<void> {
    if (ports.hostTeam === null) return;
    for (let tries = 1; tries <= PERMISSION_TRIES; tries += 1) {
      const answer = await ports.server.permissions();
      if (answer.ok) {
        const list = answer.value.user_permission.length > 0 ? answer.value.user_permission : answer.value.user_permision;
        return moveSignedIn({ permissions: known({ version: answer.value.permission_version, list }) });
      }
      if (state.phase !== 'signed-in' || state.permissions.kind === 'known' || !mayComeLater(answer.failure) || !ports.isOnline()) break;
      await ports.wait(PERMISSION_RETRY_MS);
    }
    if (state.phase === 'signed-in' && state.permissions.kind === 'unknown')
      moveSignedIn({ permissions: known({ version: 0, list: state.user.scope }) });
  }

  function moveSignedIn(change: Partial<Omit<SignedIn, 'phase'>>): void {
    if (state.phase === 'signed-in') move({ ...state, ...change });
  }

  function store(): void {
    if (state.phase !== 'signed-in') return;
    const { user, team, permissions } = state;
    ports.stored.write({
      user,
      team: team.kind === 'known' ? team.team : null,
      permissions:
        permissions.kind === 'known' && ports.hostTeam !== null ? { version: permissions.version, list: [...permissions.list] } : null,
    });
  }

  async function endSignIn(because: 'no-sign-in' | 'unreached'): Promise<void> {
    // Refused because the user signed out on another host, which this page had not noticed yet.
    if (state.phase === 'signed-in' && (await ports.site.hasLeft())) {
      move({ phase: 'leaving' });
      await ports.site.leaveIfLeft();
    }
    if (because === 'no-sign-in') {
      await ports.credentials.clear();
      ports.stored.clear();
    }
    move({ phase: 'signed-out', because });
  }

  /** Somebody has signed in again by the time a tab notices: this page then starts again. */
  async function leaveOrStartAgain(): Promise<void> {
    if ((await ports.credentials.read()) !== null) return ports.reload();
    await endSignIn('no-sign-in');
  }

  /** Deletes the data on this host first: that needs neither the server nor another host, which may be slow or unavailable. */
  async function leave(waiting: WaitingAtSignOut): Promise<void> {
    const credentials = await ports.credentials.read();
    // Written before anything can fail: if this page ends here, the next start completes it before the cookie is used (AUTH-11).
    if (credentials !== null) ports.pendingSignOut.write(credentials.token);
    const others = ports.site.purgeOthers();
    ports.site.signedOut();
    move({ phase: 'leaving' });
    const logout = () => (credentials === null ? null : ports.within(ports.server.logout(credentials.token), HEARD_WITHIN_MS));
    // The upload tokens end with the sign-in, so the server is told of deleted uploads first.
    const endedAtOnce = waiting === 'keep' ? logout() : null;
    await ports.credentials.clear();
    ports.stored.clear();
    ports.tellSignedOut();
    const told = credentials === null ? null : (await ports.dropReadable(credentials.userId, waiting)).told;
    const isTold = ports.within(Promise.resolve(told), HEARD_WITHIN_MS);
    // Without a network, the frame of a host that is not on this device never reports.
    const othersWithinMs = ports.isOnline() ? EMPTIED_WITHIN_MS : HEARD_WITHIN_MS;
    const [ended] = await Promise.all([endedAtOnce ?? isTold.then(logout), ports.within(others, othersWithinMs)]);
    const heard = ended === null || (ended !== undefined && (ended.ok || !mayComeLater(ended.failure)));
    if (heard) {
      ports.pendingSignOut.write(null);
      // The page is being left; a state change here would make the guards race it to another address.
      return ports.leaveToLogin();
    }
    // Without a server the main domain may not open, so the form of this host is shown (GUARD-31).
    isLeaving = false;
    return endSignIn('no-sign-in');
  }

  function firstTeamState(stored: Team | null): TeamState {
    if (ports.hostTeam === null) return { kind: 'none' };
    return stored !== null && stored.slug === ports.hostTeam ? { kind: 'known', team: stored } : { kind: 'loading' };
  }

  function firstPermissions(): PermissionState {
    return ports.hostTeam === null ? known({ version: 0, list: [] }) : { kind: 'unknown' };
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    started: () => until(({ phase }) => phase !== 'starting' && phase !== 'leaving'),
    ready: () => until((now) => now.phase === 'signed-out' || isReady(now)),
    async confirmed() {
      await confirming;
      return state;
    },
    start,
    async signIn(token) {
      ports.pendingSignOut.write(null);
      const user = await ports.server.user(token);
      if (!user.ok) return user;
      ports.site.signedIn(user.value.id);
      const goesOn = state.phase === 'signed-in' && state.hasEnded === true && state.user.id === user.value.id;
      await hold(token, user.value.id);
      if (!goesOn) await enter(user.value);
      else {
        await refresh();
        for (const listener of healedListeners) listener();
      }
      return user;
    },
    changeUser,
    tokenRefused,
    asksOverPage() {
      asking += 1;
      return () => {
        asking -= 1;
        if (asking === 0 && state.phase === 'signed-in' && state.hasEnded === true) void endSignIn('no-sign-in');
      };
    },
    onHealed(listener) {
      healedListeners.add(listener);
      return () => healedListeners.delete(listener);
    },
    reload: refresh,
    permissionsHeard(heard) {
      if (state.phase !== 'signed-in' || state.permissions.kind !== 'known' || heard.version === state.permissions.version) return;
      // An answer that was overtaken, or a server restored from an older backup: only a request can tell.
      if (heard.version < state.permissions.version) return void loadPermissions().then(store);
      moveSignedIn({ permissions: known(heard) });
      store();
    },
    async signOut(waiting) {
      isLeaving = true;
      try {
        await leave(waiting);
      } catch (error) {
        isLeaving = false;
        await endSignIn('no-sign-in');
        throw error;
      }
    },
    async markChanged() {
      if (state.phase !== 'signed-in' || isLeaving || !(await ports.site.hasLeft())) return;
      move({ phase: 'leaving' });
      try {
        await ports.site.leaveIfLeft();
      } finally {
        // Another tab of this host may be deleting the same data: what is left of it goes at the next start, and this page goes on.
        await leaveOrStartAgain();
      }
    },
    async leftElsewhere() {
      if (state.phase !== 'signed-in' || isLeaving) return;
      move({ phase: 'leaving' });
      await leaveOrStartAgain();
    },
  };
}

function known({ version, list }: { version: number; list: readonly string[] }): PermissionState {
  return { kind: 'known', version, list: new Set(list) };
}

function isSignedOut(failure: ApiFailure): boolean {
  return failure.kind === 'refused' && failure.status === 401;
}

function mayComeLater(failure: ApiFailure): boolean {
  return failure.kind !== 'refused' || failure.status >= 500 || failure.status === 429;
}
