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
  '/logout': 'open',
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
    ['north/', '/'],
    ['north/login?to=%2Fuploads&team=north', '/login?to=%2Fuploads&team=north'],
    ['north/register', '/register'],
    ['north/forgot-password', '/forgot-password'],
  ])('sends a guest on %s to the same path of the main domain [GUARD-03, GUARD-04, GUARD-05, GUARD-06]', (address, to) => {
    expect(runGuards(visit(GUEST, address))).toEqual(toMain(to));
  });

  it('sends a guest on the main dashboard to the sign-in [GUARD-07]', () => {
    expect(runGuards(visit(GUEST, '/dashboard'))).toEqual(toPath('/login'));
  });

  it('leaves a guest on the public pages of the main domain', () => {
    for (const address of ['/', '/login', '/register', '/get-started', '/install']) expect(runGuards(visit(GUEST, address))).toEqual(STAY);
  });

  it.each(['/', '/login', '/register', '/forgot-password', '/dashboard'])(
    'sends a member on %s to the preferred team [GUARD-08, GUARD-09, GUARD-10]',
    (address) => {
      expect(runGuards(visit(IN_NORTH_AND_SOUTH, address))).toEqual(toTeam('south'));
      expect(runGuards(visit(IN_NORTH, address))).toEqual(toTeam('north'));
    },
  );

  it.each(['north/', 'north/login', 'north/register'])('sends a member on %s to the dashboard [GUARD-11, GUARD-13]', (address) => {
    expect(runGuards(visit(IN_NORTH, address))).toEqual(toPath('/dashboard'));
  });

  it.each(['north/', 'north/login', 'north/studies-v2', 'north/install'])(
    'sends a non-member on %s to their own team [GUARD-12, GUARD-14]',
    (address) => {
      expect(runGuards(visit({ ...IN_NORTH, teams: [{ slug: 'east', preferred: false }] }, address))).toEqual(toTeam('east'));
    },
  );

  it('leaves a user without a team on the main dashboard [GUARD-15]', () => {
    expect(runGuards(visit(WITHOUT_TEAM, '/dashboard'))).toEqual(STAY);
  });
});

describe('auth', () => {
  it.each(['/login', '/register', '/forgot-password'])('sends a signed-in user on %s home [GUARD-16, GUARD-19]', (address) => {
    expect(runGuards(visit(WITHOUT_TEAM, address))).toEqual(toPath('/dashboard'));
  });

  it('follows the return path of a user without a team or without a verified address', () => {
    const toLink = '/login?to=%2Fverify%3Furl%3D%252Fx';
    expect(runGuards(visit({ verified: false, teams: [] }, toLink))).toEqual(toPath('/verify?url=%2Fx'));
    expect(runGuards(visit(WITHOUT_TEAM, '/login?to=%2F%2Fevil'))).toEqual(toPath('/dashboard'));
  });

  it.each(['/', '/get-started', '/install', 'north/install'])('shows %s to everyone [GUARD-17]', (address) => {
    expect(runGuards(visit(GUEST, address))).toEqual(STAY);
  });

  it('sends a guest to the sign-in and keeps the return path [GUARD-18]', () => {
    expect(runGuards(visit(GUEST, 'north/studies-v2?page=2'))).toEqual(toPath('/login?to=%2Fstudies-v2%3Fpage%3D2&team=north'));
    expect(runGuards(visit(GUEST, '/studies-v2'))).toEqual(toPath('/login?to=%2Fstudies-v2'));
  });

  it('follows the return path after the sign-in, in the team it was meant for', () => {
    expect(runGuards(visit(IN_NORTH_AND_SOUTH, '/login?to=%2Fstudies-v2%3Fpage%3D2&team=north'))).toEqual(
      toTeam('north', '/studies-v2?page=2'),
    );
    expect(runGuards(visit(IN_NORTH_AND_SOUTH, '/login?to=%2Fuploads'))).toEqual(toTeam('south', '/uploads'));
  });

  it('follows the return path in the user’s own team when the other team is not theirs', () => {
    expect(runGuards(visit(IN_NORTH, '/login?to=%2Fuploads&team=east'))).toEqual(toTeam('north', '/uploads'));
  });

  it('ignores a return path to another site', () => {
    expect(runGuards(visit(IN_NORTH, '/login?to=%2F%2Fevil.example'))).toEqual(toTeam('north'));
    expect(runGuards(visit(IN_NORTH, '/login?to=https%3A%2F%2Fevil.example'))).toEqual(toTeam('north'));
  });
});

describe('verified', () => {
  it('sends a user without a verified e-mail to /verify [GUARD-20]', () => {
    expect(runGuards(visit(UNVERIFIED, 'north/studies-v2'))).toEqual(toPath('/verify'));
  });

  it('leaves the link of the e-mail unchanged [GUARD-21, ODD-44]', () => {
    expect(runGuards(visit(UNVERIFIED, 'north/verify?url=%2Fx'))).toEqual(STAY);
    expect(runGuards(visit(UNVERIFIED, 'north/verify'))).toEqual(STAY);
  });

  it('lets a user who chose to verify later stay in a team of theirs, and nowhere else', () => {
    const later = { ...UNVERIFIED, verifiesLater: true };
    expect(runGuards(visit(later, 'north/studies-v2'))).toEqual(STAY);
    expect(runGuards(visit({ ...later, teams: [] }, '/team/create'))).toEqual(toPath('/verify'));
    expect(runGuards(visit(later, '/team/create'))).toEqual(toPath('/verify'));
    expect(runGuards(visit(later, 'north/verify'))).toEqual(STAY);
  });

  it('sends a verified user on /verify to / [GUARD-22]', () => {
    expect(runGuards(visit(IN_NORTH, 'north/verify'))).toEqual(toPath('/'));
  });
});

describe('checkTeam', () => {
  it('sends a user without a team from a team’s host to the main domain [GUARD-23, GUARD-24, ODD-21]', () => {
    expect(runGuards(visit(WITHOUT_TEAM, 'north/dashboard'))).toEqual(toMain('/'));
  });
});

describe('permission', () => {
  it('sends a member without the permission to the dashboard and says so [GUARD-25, GUARD-26]', () => {
    expect(runGuards(visit(IN_NORTH, 'north/studies-v2', { permissions: new Set() }))).toEqual({
      go: 'path',
      to: '/dashboard',
      toast: 'Not authorized',
    });
  });

  it('lets a member with the permission pass', () => {
    expect(runGuards(visit(IN_NORTH, 'north/studies-v2'))).toEqual(STAY);
  });

  it('never blocks the dashboard [PERM-13, ODD-31]', () => {
    expect(runGuards(visit(IN_NORTH, 'north/dashboard', { permissions: new Set() }))).toEqual(STAY);
  });

  it('run in order: host before sign-in, e-mail before team, permission last [GUARD-01, GUARD-27]', () => {
    const stranger = { ...UNVERIFIED, teams: [{ slug: 'east', preferred: false }] };
    expect(runGuards(visit(stranger, 'north/studies-v2', { permissions: new Set() }))).toEqual(toTeam('east'));
    expect(runGuards(visit({ verified: false, teams: [] }, 'north/studies-v2', { permissions: new Set() }))).toEqual(toPath('/verify'));
    expect(runGuards(visit(UNVERIFIED, 'north/studies-v2', { permissions: new Set() }))).toEqual(toPath('/verify'));
  });
});

describe('the sign-out address', () => {
  it.each([
    [UNVERIFIED, '/logout'],
    [UNVERIFIED, 'north/logout'],
    [WITHOUT_TEAM, 'north/logout'],
    [{ ...IN_NORTH, teams: [{ slug: 'east', preferred: true }] }, 'north/logout'],
    [IN_NORTH_AND_SOUTH, '/logout'],
    [GUEST, 'north/logout'],
  ] as [Person | null, string][])('is open to everyone on every host (%#) [ROUTE-097]', (person, address) => {
    for (const offline of [false, true]) expect(runGuards(visit(person, address, { offline }))).toEqual(STAY);
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
  ] as [Person | null, string][])('stays on the host (%#) [GUARD-31]', (person, address) => {
    expect(['stay', 'path']).toContain(runGuards(visit(person, address, offline)).go);
  });

  it('decides from the stored state [GUARD-31]', () => {
    expect(runGuards(visit(IN_NORTH, 'north/studies-v2', offline))).toEqual(STAY);
    expect(runGuards(visit(IN_NORTH, 'north/', offline))).toEqual(toPath('/dashboard'));
    expect(runGuards(visit(GUEST, 'north/studies-v2', offline))).toEqual(toPath('/login?to=%2Fstudies-v2&team=north'));
    expect(runGuards(visit(IN_NORTH, 'north/studies-v2', { ...offline, permissions: new Set() }))).toMatchObject({
      toast: 'Not authorized',
    });
  });
});
