import type { Permission } from '#contract/permissions.ts';

/** Who may see a page: `guest-only` pages are for users who are not signed in, `open` ones for everybody. */
export type PageAccess = 'guest-only' | 'open' | 'signed-in';

/** Everything a guard decides from. Guards are pure: they make no calls and change nothing. */
export interface Visit {
  /** The team of the host, or null on the main domain. */
  hostTeam: string | null;
  person: Person | null;
  /** The network or the server is unavailable: everything below is the stored state (GUARD-31). */
  offline: boolean;
  /** What the user holds in the team of the host. */
  permissions: ReadonlySet<string>;
  page: { access: PageAccess; permission: Permission | null };
  pathname: string;
  /** With its question mark, or ''. */
  search: string;
}

export interface Person {
  verified: boolean;
  /** The address is not verified, and the user chose to continue to the team of this host, which they joined by invitation. */
  verifiesLater?: boolean;
  teams: readonly { slug: string; preferred: boolean }[];
}

/** Where a guard sends the visit; `stay` passes it to the next guard. `to` is a path with its query. */
export type Verdict =
  | { go: 'stay' }
  | { go: 'path'; to: string; toast?: 'Not authorized' }
  | { go: 'main'; to: string }
  | { go: 'team'; slug: string; to: string };

export const STAY: Verdict = { go: 'stay' };

/** GUARD-09: pages that signed-in users do not need. */
export const PUBLIC_PATHS: ReadonlySet<string> = new Set(['/', '/login', '/register', '/forgot-password']);

/** ROUTE-097: opening it signs out. */
export const SIGN_OUT = '/logout';

/** The start page of signed-in users. Requires no permission, so that the guards cannot redirect in a circle (PERM-13). */
export const HOME = '/dashboard';

export function isMember(person: Person, slug: string): boolean {
  return person.teams.some((team) => team.slug === slug);
}

/** GUARD-08: the preferred team, else the first; null without any team. */
export function targetTeam(person: Person): string | null {
  return (person.teams.find((team) => team.preferred) ?? person.teams[0])?.slug ?? null;
}
