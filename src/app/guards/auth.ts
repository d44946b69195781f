import { loginPathFor, returnOf } from './return-path.ts';
import { HOME, STAY, type Verdict, type Visit } from './visit.ts';

/** The second guard (GUARD-16 to 19): sends guests to `/login` with a return path, and signed-in users away from guest pages. */
export function auth({ person, page, pathname, search, hostTeam }: Visit): Verdict {
  if (person !== null) return page.access === 'guest-only' ? { go: 'path', to: wayBack(pathname, search) ?? HOME } : STAY;
  if (page.access !== 'signed-in') return STAY;
  return { go: 'path', to: loginPathFor({ to: `${pathname}${search}`, team: hostTeam }) };
}

/** For users without a team: the first guard sent everybody else to theirs. */
function wayBack(pathname: string, search: string): string | null {
  return pathname === '/login' ? (returnOf(search)?.to ?? null) : null;
}
