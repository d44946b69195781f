import type { Permission } from '#contract/permissions.ts';

/** Who may see a page: `guest-only` pages are for people who are not signed in, `open` ones for everybody. */
export type PageAccess = 'guest-only' | 'open' | 'signed-in';

/** All that a guard decides from. Facts only: a guard asks nothing and changes nothing. */
export interface Visit {
  /** The team of the host, or null on the main domain. */
  hostTeam: string | null;
  person: Person | null;
  /** The network or the server is away: everything below is the stored state (GUARD-31). */
  offline: boolean;
  /** What the person holds in the team of the host. */
  permissions: ReadonlySet<string>;
  page: { access: PageAccess; permission: Permission | null };
  pathname: string;
  /** With its question mark, or ''. */
  search: string;
}

export interface Person {
  verified: boolean;
  /** Without a verified address, and has chosen to go on to the team of this host, which they joined with its invitation. */
  verifiesLater?: boolean;
  teams: readonly { slug: string; preferred: boolean }[];
}

/** Where a guard sends the visit; `stay` lets the next one speak. `to` is a path with its query. */
export type Verdict =
  | { go: 'stay' }
  | { go: 'path'; to: string; toast?: 'Not authorized' }
  | { go: 'main'; to: string }
  | { go: 'team'; slug: string; to: string };

export const STAY: Verdict = { go: 'stay' };

/** GUARD-09: pages that a signed-in person has no use for. */
export const PUBLIC_PATHS: ReadonlySet<string> = new Set(['/', '/login', '/register', '/forgot-password']);

/** ROUTE-097: opening it signs out. No guard decides about it. */
export const SIGN_OUT = '/logout';

/** Where the product begins for a signed-in person. Needs no permission, so that no guard can send in a circle (PERM-13). */
export const HOME = '/dashboard';

export function isMember(person: Person, slug: string): boolean {
  return person.teams.some((team) => team.slug === slug);
}

/** GUARD-08: the preferred team, else the first; null without any team. */
export function targetTeam(person: Person): string | null {
  return (person.teams.find((team) => team.preferred) ?? person.teams[0])?.slug ?? null;
}
