import { returnOf } from './return-path.ts';
import { HOME, isMember, PUBLIC_PATHS, STAY, targetTeam, type Person, type Verdict, type Visit } from './visit.ts';

/** The first guard: the right host for this person and page (GUARD-03 to 15). The `Team` header of GUARD-02 is set by src/api. */
export function domainRedirect(visit: Visit): Verdict {
  if (visit.person === null) return redirectGuest(visit);
  const target = targetTeam(visit.person);
  // GUARD-15: without a team there is no host to go to; checkTeam handles subdomains.
  if (target === null) return STAY;
  return visit.hostTeam === null
    ? redirectFromMain(visit, visit.person, target)
    : redirectFromTeam(visit, visit.person, visit.hostTeam, target);
}

function redirectGuest({ hostTeam, pathname, search }: Visit): Verdict {
  if (hostTeam === null) return pathname === '/dashboard' ? { go: 'path', to: '/login' } : STAY;
  return PUBLIC_PATHS.has(pathname) ? { go: 'main', to: `${pathname}${search}` } : STAY;
}

/** GUARD-09, 10. A return path that survived the sign-in is used on its own team, otherwise on the target team (AUTH-17). */
function redirectFromMain({ pathname, search }: Visit, person: Person, target: string): Verdict {
  if (pathname === '/dashboard') return { go: 'team', slug: target, to: HOME };
  if (!PUBLIC_PATHS.has(pathname)) return STAY;
  const back = pathname === '/login' ? returnOf(search) : null;
  if (back === null) return { go: 'team', slug: target, to: HOME };
  const slug = back.team !== null && isMember(person, back.team) ? back.team : target;
  return { go: 'team', slug, to: back.to };
}

/** GUARD-11 to 14. */
function redirectFromTeam({ pathname, search }: Visit, person: Person, hostTeam: string, target: string): Verdict {
  if (!isMember(person, hostTeam)) return { go: 'team', slug: target, to: HOME };
  if (!PUBLIC_PATHS.has(pathname)) return STAY;
  // Offline, the sign-in form is on this host, and its return path is still valid here after the sign-in.
  const back = pathname === '/login' ? returnOf(search) : null;
  return { go: 'path', to: back?.to ?? HOME };
}
