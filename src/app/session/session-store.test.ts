import { describe, expect, it } from 'vitest';
import type { Credentials } from '#api/credentials.ts';
import type { ApiResult } from '#api/result.ts';
import type { Team, User } from '#contract/entities.ts';
import { createSessionStore, type SessionPorts } from './session-store.ts';
import { isReady } from './session-state.ts';
import { createStoredSession } from './stored-session.ts';
import { markOfSignIn, markOfSignOut, type VisitMark } from './visit-mark.ts';

const COLOUR = { color: '#98DCBC' };
const NORTH: Team = { id: 1, slug: 'north', title: 'North', data: COLOUR, users: [], preferred: 1, lock_minutes: 10 };
const INES: User = {
  id: 7,
  name: 'Ines Okafor',
  email: 'ines@example.org',
  data: COLOUR,
  teams: [NORTH],
  invitations: [],
  email_verified_at: '2026-11-01 08:00:00',
  scope: ['r:studies'],
};

const AWAY: ApiResult<never> = { ok: false, failure: { kind: 'network' } };
const REFUSED: ApiResult<never> = { ok: false, failure: { kind: 'refused', status: 401, code: 'signed_out', message: '' } };
const FORBIDDEN: ApiResult<never> = { ok: false, failure: { kind: 'refused', status: 403, code: 'not_a_member', message: '' } };
const ok = <T>(value: T): ApiResult<T> => ({ ok: true, value });

/** A host, its storage, and a server whose answers the test writes. Time passes only by waiting. */
function host({ team = 'north' as string | null, token = null as string | null, stored = false, online = true } = {}) {
  const rows = new Map<string, string>();
  const storage = {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
  };
  const kept = createStoredSession(storage);
  if (stored) kept.write({ user: INES, team: NORTH, permissions: { version: 3, list: ['r:studies', 'r:upload-v2'] } });
  let credentials = token === null ? null : ({ token, userId: 7 } as Credentials);
  let pending: string | null = null;
  let clock = 0;
  const calls: string[] = [];
  const log: string[] = [];
  const writes: string[] = [];
  const server = {
    exchange: ok({ token: 'fresh', id: 7, user_permission: ['r:studies'], permission_version: 4 }) as
      | ApiResult<never>
      | ApiResult<{ token: string; id: number; user_permission: string[]; permission_version: number }>,
    user: ok(INES) as ApiResult<User>,
    team: ok(NORTH) as ApiResult<Team>,
    permissions: ok({
      permission_version: 4,
      user_permission: ['r:studies'],
      user_permision: ['r:studies'],
    }) as SessionPorts['server']['permissions'] extends () => Promise<infer R> ? R : never,
    logout: ok(null) as ApiResult<null>,
  };
  const answer =
    <T>(name: string, result: () => T) =>
    async () => {
      calls.push(name);
      return result();
    };
  const world = { online, owner: null as number | null, hangs: false, hasLeft: false };
  let mark: VisitMark | null = null;
  let longestMs = 0;
  const ports: SessionPorts = {
    hostTeam: team,
    server: {
      exchange: answer('exchange', () => server.exchange),
      user: answer('user', () => server.user),
      team: answer('team', () => server.team),
      permissions: answer('permissions', () => server.permissions),
      logout: answer('logout', () => server.logout),
    },
    credentials: {
      read: async () => credentials,
      write: async (newToken, userId) => {
        writes.push(`${newToken} after ${calls.length} calls`);
        credentials = { token: newToken, userId } as Credentials;
      },
      clear: async () => void (credentials = null),
    },
    stored: kept,
    pendingSignOut: { read: () => pending, write: (value) => void (pending = value) },
    site: {
      isLeft: () => mark?.userId === 0,
      signedIn: (userId) => void (mark = markOfSignIn(mark, userId, 'bbbbbbbb')),
      signedOut() {
        mark = markOfSignOut(mark, 'aaaaaaaa');
        log.push('marked the site');
      },
      purgeOthers: async () => void log.push('asked the other hosts'),
      hasLeft: async () => world.hasLeft,
      async leaveIfLeft() {
        if (!world.hasLeft) return;
        log.push('dropped what was here');
        credentials = null;
      },
    },
    queueOwner: async () => world.owner,
    tellSignedOut: () => log.push('told the tabs'),
    isOnline: () => world.online,
    wait: async (ms) => {
      clock += ms;
    },
    now: () => clock,
    within(work, ms) {
      longestMs = Math.max(longestMs, ms);
      return world.hangs ? Promise.resolve(undefined) : work;
    },
    async dropReadable(userId, waiting) {
      log.push(`dropped ${userId}, ${waiting}, with ${credentials?.token ?? 'no bearer'}`);
      return { told: Promise.resolve() };
    },
    leaveToLogin: () => log.push('left to login'),
    leaveToDashboard: () => log.push('left to the dashboard'),
    reload: () => log.push('reloaded'),
  };
  const session = createSessionStore(ports);
  return {
    ports,
    session,
    server,
    calls,
    log,
    writes,
    world,
    rows,
    kept,
    token: () => credentials?.token ?? null,
    /** Another tab of this host stored or removed it. */
    setCredentials: (next: Credentials | null) => void (credentials = next),
    pending: () => pending,
    clock: () => clock,
    /** The longest that anything was waited for. */
    longestMs: () => longestMs,
  };
}

describe('the start of a visit', () => {
  it('exchanges the cookie, then knows user, team and permissions [ENT-17, ENT-19, AUTH-01, AUTH-08, AUTH-19]', async () => {
    const visit = host();
    await visit.session.start();
    expect(visit.calls).toEqual(['exchange', 'user', 'team']);
    expect(visit.session.read()).toMatchObject({
      phase: 'signed-in',
      user: INES,
      team: { kind: 'known' },
      permissions: { kind: 'known', version: 4 },
    });
    expect(visit.token()).toBe('fresh');
    expect(visit.rows.get('permission-version')).toBe('4');
    expect(visit.rows.get('user_permissions')).toBe('["r:studies"]');
  });

  it('is signed out when there is no cookie', async () => {
    const visit = host();
    visit.server.exchange = REFUSED;
    await visit.session.start();
    expect(visit.session.read()).toEqual({ phase: 'signed-out', because: 'no-sign-in' });
    expect(visit.calls).toEqual(['exchange']);
  });

  it('shows the stored user immediately, then what the server returns [AUTH-05]', async () => {
    const visit = host({ token: 't', stored: true });
    const seen: unknown[] = [];
    visit.session.subscribe(() => seen.push(visit.session.read()));
    await visit.session.start();
    expect(seen[0]).toMatchObject({ phase: 'signed-in', permissions: { version: 3 } });
    expect(visit.session.read()).toMatchObject({ permissions: { version: 4 } });
    expect(visit.calls).not.toContain('exchange');
  });

  it.each([true, false])('stores the credentials again before the first call, with the user stored: %s', async (stored) => {
    const { session, writes } = host({ token: 'kept', stored });
    await session.start();
    expect(writes).toEqual(['kept after 0 calls']);
  });

  it('confirms the stored user before it redirects to another host', async () => {
    const visit = host({ token: 't', stored: true });
    visit.server.user = REFUSED;
    visit.server.exchange = REFUSED;
    void visit.session.start();
    expect(await visit.session.started()).toMatchObject({ phase: 'signed-in' });
    expect(await visit.session.confirmed()).toEqual({ phase: 'signed-out', because: 'no-sign-in' });
  });

  it('ignores the stored state of another user', async () => {
    const visit = host({ token: 't', stored: true });
    visit.kept.write({ user: { ...INES, id: 8, name: 'Somebody else' }, team: NORTH, permissions: null });
    visit.server.user = AWAY;
    visit.world.online = false;
    void visit.session.start();
    expect(await visit.session.started()).toEqual({ phase: 'signed-out', because: 'unreached' });
  });

  it('polls the permissions every 500 ms, 25 times, then uses those of the user record [CONST-03, PERM-05, PERM-06]', async () => {
    const visit = host({ token: 't' });
    visit.server.permissions = { ok: false, failure: { kind: 'refused', status: 503, code: 'unavailable', message: '' } };
    await visit.session.start();
    expect(visit.calls.filter((call) => call === 'permissions')).toHaveLength(25);
    expect(visit.clock()).toBe(25 * 500);
    expect(visit.session.read()).toMatchObject({ permissions: { kind: 'known', list: new Set(['r:studies']) } });
  });

  it('reports that the server refuses the team [LAYOUT-07, TEAM-03]', async () => {
    const visit = host();
    visit.server.team = FORBIDDEN;
    await visit.session.start();
    expect(visit.session.read()).toMatchObject({ team: { kind: 'refused' } });
  });

  it('needs neither team nor permissions on the main domain', async () => {
    const visit = host({ team: null });
    await visit.session.start();
    expect(visit.calls).toEqual(['exchange', 'user']);
    expect(await visit.session.ready()).toMatchObject({ team: { kind: 'none' } });
  });
});

describe('permissions from another response [PERM-09]', () => {
  it('replace older ones, are stored, and are not requested again [PERM-09]', async () => {
    const visit = host();
    await visit.session.start();
    visit.session.permissionsHeard({ version: 5, list: ['r:upload-v2'] });
    expect(visit.session.read()).toMatchObject({ permissions: { version: 5, list: new Set(['r:upload-v2']) } });
    expect(visit.rows.get('user_permissions')).toBe('["r:upload-v2"]');
    visit.session.permissionsHeard({ version: 5, list: [] });
    expect(visit.session.read()).toMatchObject({ permissions: { list: new Set(['r:upload-v2']) } });
    expect(visit.calls).not.toContain('permissions');
  });

  it('that are outdated are ignored, and the server is asked', async () => {
    const visit = host();
    await visit.session.start();
    visit.session.permissionsHeard({ version: 3, list: ['r:roles'] });
    expect(visit.session.read()).toMatchObject({ permissions: { version: 4, list: new Set(['r:studies']) } });
    expect(visit.calls).toContain('permissions');
  });
});

describe('offline', () => {
  it('stays signed in with the stored user, team and permissions [PWA-23, LAYOUT-08, AUTH-05]', async () => {
    const visit = host({ token: 't', stored: true, online: false });
    Object.assign(visit.server, { user: AWAY, team: AWAY, permissions: AWAY, exchange: AWAY });
    await visit.session.start();
    expect(visit.session.read()).toMatchObject({
      phase: 'signed-in',
      user: { id: 7 },
      team: { kind: 'known' },
      permissions: { version: 3 },
    });
    expect(visit.token()).toBe('t');
    expect(visit.log).toEqual([]);
  });

  it('sends the exchange only once there is a network [AUTH-20]', async () => {
    const visit = host({ online: false });
    const started = visit.session.start();
    expect(await visit.session.started()).toEqual({ phase: 'signed-out', because: 'unreached' });
    expect(visit.calls).toEqual([]);
    visit.world.online = true;
    await started;
    expect(visit.session.read().phase).toBe('signed-in');
  });

  it('waits longer after each failed exchange', async () => {
    const visit = host();
    const sentAt: number[] = [];
    visit.server.exchange = AWAY;
    const exchanges = () => visit.calls.filter((call) => call === 'exchange').length;
    visit.session.subscribe(() => undefined);
    const started = visit.session.start();
    while (exchanges() < 6) {
      const before = exchanges();
      await Promise.resolve();
      if (exchanges() > before) sentAt.push(visit.clock());
    }
    visit.server.exchange = REFUSED;
    await started;
    const pauses = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000]);
  });
});

describe('the end of a sign-in', () => {
  it('follows a real 401 that the cookie cannot renew [PWA-23]', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.server.exchange = REFUSED;
    await visit.session.tokenRefused('t');
    expect(visit.session.read()).toEqual({ phase: 'signed-out', because: 'no-sign-in' });
    expect(visit.token()).toBeNull();
    expect(visit.rows.size).toBe(0);
  });

  it('is avoided by the cookie, with one exchange for many refusals', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    let healed = 0;
    visit.session.onHealed(() => {
      healed += 1;
    });
    await Promise.all([visit.session.tokenRefused('t'), visit.session.tokenRefused('t'), visit.session.tokenRefused('t')]);
    expect(healed).toBe(1);
    expect(visit.calls.filter((call) => call === 'exchange')).toHaveLength(1);
    expect(visit.session.read().phase).toBe('signed-in');
    expect(visit.token()).toBe('fresh');
  });

  describe('on a page that asks for a sign-in over itself [ANN-76]', () => {
    async function ended() {
      const visit = host({ token: 't', stored: true });
      await visit.session.start();
      const leave = visit.session.asksOverPage();
      visit.server.exchange = REFUSED;
      await visit.session.tokenRefused('t');
      return { visit, leave };
    }

    it('leaves the person and the page there, and asks the server once', async () => {
      const { visit } = await ended();
      await visit.session.tokenRefused('t');
      expect(visit.session.read()).toMatchObject({ phase: 'signed-in', user: INES, hasEnded: true });
      expect(visit.calls.filter((call) => call === 'exchange')).toHaveLength(1);
    });

    it('goes on after a sign-in of the same person, and repeats what failed', async () => {
      const { visit } = await ended();
      const phases: boolean[] = [];
      let healed = 0;
      visit.session.onHealed(() => void (healed += 1));
      visit.session.subscribe(() => void phases.push(isReady(visit.session.read())));
      await visit.session.signIn('next');
      expect(visit.session.read()).toMatchObject({ phase: 'signed-in', hasEnded: false });
      expect([visit.token(), healed, new Set(phases)]).toEqual(['next', 1, new Set([true])]);
    });

    it('follows when the page is left, and at once after a sign-out on another host', async () => {
      const { visit, leave } = await ended();
      leave();
      await new Promise((resolve) => setTimeout(resolve));
      expect(visit.session.read()).toEqual({ phase: 'signed-out', because: 'no-sign-in' });
      const other = host({ token: 't', stored: true });
      await other.session.start();
      other.session.asksOverPage();
      other.server.exchange = REFUSED;
      other.world.hasLeft = true;
      await other.session.tokenRefused('t');
      expect(other.session.read().phase).toBe('signed-out');
      expect(other.log).toContain('dropped what was here');
    });
  });

  it('does not follow when the server cannot be reached, or for an older token', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.server.exchange = AWAY;
    await visit.session.tokenRefused('t');
    visit.server.exchange = REFUSED;
    await visit.session.tokenRefused('an older one');
    expect(visit.session.read().phase).toBe('signed-in');
  });

  it('by the user removes everything readable and opens the main sign-in [AUTH-12]', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    const phases: string[] = [];
    visit.session.subscribe(() => phases.push(visit.session.read().phase));
    await visit.session.signOut('keep');
    expect(visit.log).toEqual([
      'asked the other hosts',
      'marked the site',
      'told the tabs',
      'dropped 7, keep, with no bearer',
      'left to login',
    ]);
    // The guards of a page that is still drawn would race the browser to another address.
    expect(phases).toEqual(['leaving']);
    expect(visit.token()).toBeNull();
    expect(visit.pending()).toBeNull();
    expect(visit.rows.size).toBe(0);
  });

  it.each([
    [true, 10_000],
    [false, 1_500],
  ])('by the user gives slow computers time to empty the other hosts: with a network (%s) %i ms', async (online, ms) => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.world.online = online;
    await visit.session.signOut('keep');
    expect(visit.longestMs()).toBe(ms);
  });

  it('by the user removes the data before the server has answered, and is repeated at the next start [AUTH-11]', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.world.hangs = true;
    await visit.session.signOut('delete');
    expect(visit.log).toContain('dropped 7, delete, with no bearer');
    expect(visit.pending()).toBe('t');
    expect(visit.session.read()).toEqual({ phase: 'signed-out', because: 'no-sign-in' });
  });

  it.each([
    ['delete', ['told the server what is deleted', 'logout']],
    ['keep', ['logout', 'told the server what is deleted']],
  ] as const)('by the user who chose to %s revokes the upload tokens when they are no longer needed', async (waiting, order) => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    const told: string[] = [];
    const { logout } = visit.ports.server;
    visit.ports.server.logout = (token) => {
      told.push('logout');
      return logout(token);
    };
    visit.ports.dropReadable = async () => ({
      told: Promise.resolve().then(() => void told.push('told the server what is deleted')),
    });
    await visit.session.signOut(waiting);
    expect(told).toEqual(order);
  });

  it('by the user applies on every host, also when the server was not told', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.world.hangs = true;
    await visit.session.signOut('delete');
    visit.calls.length = 0;
    await visit.session.start();
    expect(visit.calls).toEqual(['logout']);
    expect(visit.session.read().phase).toBe('signed-out');
    await visit.session.signIn('t2');
    expect(visit.session.read().phase).toBe('signed-in');
  });

  it('becomes that of another user, with nothing of the user before [PCALL-29]', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.world.owner = 7;
    visit.server.user = ok({ ...INES, id: 9 });
    expect((await visit.session.changeUser('t9')).ok).toBe(true);
    expect(visit.session.read().phase).toBe('leaving');
    expect(visit.token()).toBe('t9');
    expect(visit.kept.read()).toBeNull();
    expect(visit.log).toEqual(['asked the other hosts', 'dropped 7, keep, with t', 'told the tabs', 'left to the dashboard']);
  });

  it('stays as it is if the other bearer is refused', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.server.user = REFUSED;
    expect((await visit.session.changeUser('t9')).ok).toBe(false);
    expect(visit.session.read().phase).toBe('signed-in');
    expect(visit.log).toEqual([]);
  });

  it('whose cookie has become that of another user goes on as that user [PCALL-29]', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.world.owner = 7;
    visit.server.exchange = ok({ token: 't9', id: 9, user_permission: [], permission_version: 1 });
    visit.server.user = ok({ ...INES, id: 9 });
    await visit.session.tokenRefused('t');
    expect(visit.token()).toBe('t9');
    expect(visit.log.at(-1)).toBe('left to the dashboard');
  });

  it('in another tab signs this tab out immediately and keeps no bearer token [AUTH-13]', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.setCredentials(null);
    const phases: string[] = [];
    visit.session.subscribe(() => phases.push(visit.session.read().phase));
    await visit.session.leftElsewhere();
    expect(phases).toEqual(['leaving', 'signed-out']);
    expect(visit.log).toEqual([]);
  });

  it('on another host removes the data of this host before the page changes', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    await visit.session.markChanged();
    expect(visit.session.read().phase).toBe('signed-in');
    visit.world.hasLeft = true;
    const phases: string[] = [];
    visit.session.subscribe(() => phases.push(`${visit.session.read().phase} after ${visit.log.length}`));
    await visit.session.markChanged();
    expect(phases).toEqual(['leaving after 0', 'signed-out after 1']);
  });

  it('goes on as who has signed in meanwhile, although another tab is deleting the same data [PCALL-29]', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.world.hasLeft = true;
    visit.ports.site.leaveIfLeft = async () => {
      visit.setCredentials({ token: 't9', userId: 9 } as Credentials);
      throw new Error('the database is closed');
    };
    await expect(visit.session.markChanged()).rejects.toThrow('the database is closed');
    expect(visit.log).toEqual(['reloaded']);
    expect(visit.token()).toBe('t9');
  });

  it('on another host that is first noticed by a refusal removes the data as well', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.server.exchange = REFUSED;
    visit.world.hasLeft = true;
    await visit.session.tokenRefused('t');
    expect(visit.log).toEqual(['dropped what was here']);
    expect(visit.session.read().phase).toBe('signed-out');
  });

  it('in another tab that is noticed after another user has signed in reloads this page', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.setCredentials({ token: 'of the next', userId: 8 } as Credentials);
    await visit.session.leftElsewhere();
    expect(visit.log).toEqual(['reloaded']);
    expect(visit.token()).toBe('of the next');
  });

  it('by the user opens the main sign-in, whatever is refused meanwhile', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.server.exchange = REFUSED;
    await Promise.all([visit.session.signOut('keep'), visit.session.tokenRefused('t')]);
    expect(visit.log.at(-1)).toBe('left to login');
    expect(visit.session.read().phase).toBe('leaving');
  });

  it('by the user without a network is sent to the server before its cookie is used again', async () => {
    const visit = host({ token: 't', stored: true });
    await visit.session.start();
    visit.server.logout = AWAY;
    await visit.session.signOut('keep');
    expect(visit.log.at(-1)).toBe('dropped 7, keep, with no bearer');
    expect(visit.pending()).toBe('t');
    visit.server.logout = REFUSED;
    visit.calls.length = 0;
    await visit.session.start();
    expect(visit.calls).toEqual(['logout']);
    expect(visit.pending()).toBeNull();
    expect(visit.session.read().phase).toBe('signed-out');
  });
});

describe('the sign-in form', () => {
  it('removes the data of a previous user who never signed out, and keeps their unsent studies encrypted', async () => {
    const visit = host({ team: null });
    visit.server.exchange = REFUSED;
    await visit.session.start();
    visit.world.owner = 8;
    await visit.session.signIn('t');
    expect(visit.log).toEqual(['dropped 8, keep, with no bearer']);
    expect(visit.token()).toBe('t');
  });

  it('stores a token only together with its user [AUTH-02]', async () => {
    const visit = host({ team: null });
    visit.server.exchange = REFUSED;
    await visit.session.start();
    visit.server.user = AWAY;
    expect((await visit.session.signIn('t')).ok).toBe(false);
    expect(visit.token()).toBeNull();
    visit.server.user = ok(INES);
    expect((await visit.session.signIn('t')).ok).toBe(true);
    expect(visit.session.read()).toMatchObject({ phase: 'signed-in', user: INES });
    expect(visit.token()).toBe('t');
  });
});
