import { auth } from './auth.ts';
import { checkTeam } from './check-team.ts';
import { domainRedirect } from './domain-redirect.ts';
import { permission } from './permission.ts';
import { verified } from './verified.ts';
import { SIGN_OUT, STAY, type Verdict, type Visit } from './visit.ts';

/** given (GUARD-01), then the permission guard (GUARD-27). */
const GUARDS = [domainRedirect, auth, verified, checkTeam, permission] as const;

/** The first guard that does not let the visit stay. Offline nobody is sent to another host: the next guard decides instead (GUARD-31). */
export function runGuards(visit: Visit): Verdict {
  // Everybody may sign out, on every host and whatever they still have to do.
  if (visit.pathname === SIGN_OUT) return STAY;
  for (const guard of GUARDS) {
    const verdict = guard(visit);
    if (verdict.go === 'stay') continue;
    if (visit.offline && (verdict.go === 'main' || verdict.go === 'team')) continue;
    return verdict;
  }
  return STAY;
}
