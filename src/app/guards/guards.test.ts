import { describe, expect, it } from 'vitest';
import { runGuards } from './run-guards.ts';
import { STAY, type Person, type Visit } from './visit.ts';

const GUEST = null;
const IN_NORTH_AND_SOUTH: Person = {
  verified: true,
  teams: [
    { slug: 'north', preferred: false },
    { slug: 'south', preferred: true },
  ],
};
const IN_NORTH: Person = { verified: true, teams: [{ slug: 'north', preferred: false }] };
const WITHOUT_TEAM: Person = { verified: true, teams: [] };
const UNVERIFIED: Person = { ...IN_NORTH, verified: false };

const ACCESS: Record<string, Visit['page']['access']> = {
  '/': 'open',
  '/install': 'open',
  '/get-started': 'open',
  '/login': 'guest-only',
  '/register': 'guest-only',
  '/forgot-password': 'guest-only',
};

/** A visit of `address` ("north/studies-v2", "/login" on the main domain) by a person who holds everything unless said. */
function visit(person: Person | null, address: string, change: Partial<Visit> = {}): Visit {
  const slash = address.indexOf('/');
  const [pathname = '/', query] = address.slice(slash).split('?');
  return {
    hostTeam: slash === 0 ? null : address.slice(0, slash),
    person,
    offline: false,
    permissions: new Set(['r:studies', 'r:upload-v2']),
    page: { access: ACCESS[pathname] ?? 'signed-in', permission: pathname.startsWith('/studies-v2') ? 'r:studies' : null },
    pathname,
    search: query === undefined ? '' : `?${query}`,
    ...change,
  };
}

const toTeam = (slug: string, to = '/dashboard') => ({ go: 'team', slug, to });
const toMain = (to: string) => ({ go: 'main', to });
const toPath = (to: string) => ({ go: 'path', to });

describe('domain-redirect', () => {
  it.each([
    ['GUARD-03', 'north/', '/'],
    ['GUARD-04', 'north/login?to=%2Fuploads&team=north', '/login?to=%2Fuploads&team=north'],
    ['GUARD-05', 'north/register', '/register'],
    ['GUARD-06', 'north/forgot-password', '/forgot-password'],
  ])('%s sends a guest on %s to the same path of the main domain', (_, address, to) => {
    expect(runGuards(visit(GUEST, address))).toEqual(toMain(to));
  });

  it('GUARD-07 sends a guest on the main dashboard to the sign-in', () => {
    expect(runGuards(visit(GUEST, '/dashboard'))).toEqual(toPath('/login'));
  });

  it('leaves a guest on the pages of the main domain that are for everybody', () => {
    for (const address of ['/', '/login', '/register', '/get-started', '/install']) expect(runGuards(visit(GUEST, address))).toEqual(STAY);
  });

  it.each(['/', '/login', '/register', '/forgot-password', '/dashboard'])(
    'GUARD-08, 09, 10 send a member on %s to the preferred team',
    (address) => {
      expect(runGuards(visit(IN_NORTH_AND_SOUTH, address))).toEqual(toTeam('south'));
      expect(runGuards(visit(IN_NORTH, address))).toEqual(toTeam('north'));
    },
  );

  it.each(['north/', 'north/login', 'north/register'])('GUARD-11, 13 send a member on %s to the dashboard', (address) => {
    expect(runGuards(visit(IN_NORTH, address))).toEqual(toPath('/dashboard'));
  });

  it.each(['north/', 'north/login', 'north/studies-v2', 'north/install'])(
    'GUARD-12, 14 send a stranger on %s to the own team',
    (address) => {
      expect(runGuards(visit({ ...IN_NORTH, teams: [{ slug: 'east', preferred: false }] }, address))).toEqual(toTeam('east'));
    },
  );

  it('GUARD-15 leaves a person without a team on the main dashboard', () => {
    expect(runGuards(visit(WITHOUT_TEAM, '/dashboard'))).toEqual(STAY);
  });
});

describe('auth', () => {
  it.each(['/login', '/register', '/forgot-password'])('GUARD-16, 19 send a signed-in person on %s home', (address) => {
    expect(runGuards(visit(WITHOUT_TEAM, address))).toEqual(toPath('/dashboard'));
  });

  it('takes the way back of who belongs to no team, or has not proved the address yet', () => {
    const toLink = '/login?to=%2Fverify%3Furl%3D%252Fx';
    expect(runGuards(visit({ verified: false, teams: [] }, toLink))).toEqual(toPath('/verify?url=%2Fx'));
    expect(runGuards(visit(WITHOUT_TEAM, '/login?to=%2F%2Fevil'))).toEqual(toPath('/dashboard'));
  });

  it.each(['/', '/get-started', '/install', 'north/install'])('GUARD-17 shows %s to everybody', (address) => {
    expect(runGuards(visit(GUEST, address))).toEqual(STAY);
  });

  it('GUARD-18 sends a guest to the sign-in and keeps the way back', () => {
    expect(runGuards(visit(GUEST, 'north/studies-v2?page=2'))).toEqual(toPath('/login?to=%2Fstudies-v2%3Fpage%3D2&team=north'));
    expect(runGuards(visit(GUEST, '/studies-v2'))).toEqual(toPath('/login?to=%2Fstudies-v2'));
  });

  it('takes the way back after the sign-in, on the team it was meant for', () => {
    expect(runGuards(visit(IN_NORTH_AND_SOUTH, '/login?to=%2Fstudies-v2%3Fpage%3D2&team=north'))).toEqual(
      toTeam('north', '/studies-v2?page=2'),
    );
    expect(runGuards(visit(IN_NORTH_AND_SOUTH, '/login?to=%2Fuploads'))).toEqual(toTeam('south', '/uploads'));
  });

  it('takes it on the own team when the other one is not the person’s', () => {
    expect(runGuards(visit(IN_NORTH, '/login?to=%2Fuploads&team=east'))).toEqual(toTeam('north', '/uploads'));
  });

  it('ignores a way back that leads elsewhere', () => {
    expect(runGuards(visit(IN_NORTH, '/login?to=%2F%2Fevil.example'))).toEqual(toTeam('north'));
    expect(runGuards(visit(IN_NORTH, '/login?to=https%3A%2F%2Fevil.example'))).toEqual(toTeam('north'));
  });
});

describe('verified', () => {
  it('GUARD-20 sends a person without a verified e-mail to /verify', () => {
    expect(runGuards(visit(UNVERIFIED, 'north/studies-v2'))).toEqual(toPath('/verify'));
  });

  it('GUARD-21 leaves the link of the e-mail as it is', () => {
    expect(runGuards(visit(UNVERIFIED, 'north/verify?url=%2Fx'))).toEqual(STAY);
    expect(runGuards(visit(UNVERIFIED, 'north/verify'))).toEqual(STAY);
  });

  it('lets a person without a verified e-mail stay in a team of theirs once they chose to verify later, and nowhere else', () => {
    const later = { ...UNVERIFIED, verifiesLater: true };
    expect(runGuards(visit(later, 'north/studies-v2'))).toEqual(STAY);
    expect(runGuards(visit({ ...later, teams: [] }, '/team/create'))).toEqual(toPath('/verify'));
    expect(runGuards(visit(later, '/team/create'))).toEqual(toPath('/verify'));
    expect(runGuards(visit(later, 'north/verify'))).toEqual(STAY);
  });

  it('GUARD-22 sends a verified person on /verify to /', () => {
    expect(runGuards(visit(IN_NORTH, 'north/verify'))).toEqual(toPath('/'));
  });
});

describe('checkTeam', () => {
  it('GUARD-23, 24 send a person without a team from a team’s host to the main domain', () => {
    expect(runGuards(visit(WITHOUT_TEAM, 'north/dashboard'))).toEqual(toMain('/'));
  });
});

describe('permission', () => {
  it('GUARD-25, 26 send a member who may not to the dashboard and say so', () => {
    expect(runGuards(visit(IN_NORTH, 'north/studies-v2', { permissions: new Set() }))).toEqual({
      go: 'path',
      to: '/dashboard',
      toast: 'Not authorized',
    });
  });

  it('lets a member who may', () => {
    expect(runGuards(visit(IN_NORTH, 'north/studies-v2'))).toEqual(STAY);
  });

  it('never stops the dashboard', () => {
    expect(runGuards(visit(IN_NORTH, 'north/dashboard', { permissions: new Set() }))).toEqual(STAY);
  });

  it('GUARD-01, 27 speak in order: the host before the sign-in, the e-mail before the team, the permission last', () => {
    const stranger = { ...UNVERIFIED, teams: [{ slug: 'east', preferred: false }] };
    expect(runGuards(visit(stranger, 'north/studies-v2', { permissions: new Set() }))).toEqual(toTeam('east'));
    expect(runGuards(visit({ verified: false, teams: [] }, 'north/studies-v2', { permissions: new Set() }))).toEqual(toPath('/verify'));
    expect(runGuards(visit(UNVERIFIED, 'north/studies-v2', { permissions: new Set() }))).toEqual(toPath('/verify'));
  });
});

describe('offline', () => {
  const offline = { offline: true };

  it.each([
    [GUEST, 'north/'],
    [GUEST, 'north/login'],
    [IN_NORTH_AND_SOUTH, '/dashboard'],
    [IN_NORTH_AND_SOUTH, '/'],
    [{ ...IN_NORTH, teams: [{ slug: 'east', preferred: true }] }, 'north/studies-v2'],
    [WITHOUT_TEAM, 'north/dashboard'],
  ] as [Person | null, string][])('GUARD-31 never leaves the host (%#)', (person, address) => {
    expect(['stay', 'path']).toContain(runGuards(visit(person, address, offline)).go);
  });

  it('decides from the stored state', () => {
    expect(runGuards(visit(IN_NORTH, 'north/studies-v2', offline))).toEqual(STAY);
    expect(runGuards(visit(IN_NORTH, 'north/', offline))).toEqual(toPath('/dashboard'));
    expect(runGuards(visit(GUEST, 'north/studies-v2', offline))).toEqual(toPath('/login?to=%2Fstudies-v2&team=north'));
    expect(runGuards(visit(IN_NORTH, 'north/studies-v2', { ...offline, permissions: new Set() }))).toMatchObject({
      toast: 'Not authorized',
    });
  });
});
