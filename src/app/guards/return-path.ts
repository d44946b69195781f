/** given (GUARD-29): letters, digits and `@ - % _ ~` and slashes, with optional query and fragment. */
const LOCAL_PATH = /^\/[A-Za-z0-9@\-%_~/]*(?:\?[^#\s\\]*)?(?:#[^\s\\]*)?$/;
const HERE = 'http://here.invalid';
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** GUARD-30: two leading slashes, however they are encoded, lead to another host although each character is allowed. */
export function isSafeReturnPath(path: string): boolean {
  return LOCAL_PATH.test(path) && readingsOf(path).every(staysHere);
}

/** The path unchanged, decoded once and decoded twice; null if it cannot be decoded. */
function readingsOf(path: string): (string | null)[] {
  const readings: (string | null)[] = [path];
  for (let time = 0; time < 2; time += 1) readings.push(decoded(readings.at(-1) ?? null));
  return readings;
}

function decoded(path: string | null): string | null {
  try {
    return path === null ? null : decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Uses the browser's own parser, which reads `\\` as a slash, drops tabs and resolves `..` before it determines the host. */
function staysHere(path: string | null): boolean {
  if (path === null || !URL.canParse(path, HERE)) return false;
  const { origin, pathname } = new URL(path, HERE);
  return origin === HERE && !pathname.startsWith('//');
}

export interface Return {
  to: string;
  /** The requested team; null if the visit began on the main domain. */
  team: string | null;
}

/** `/login` with the return path in its query, because storage does not cross hosts (AUTH-17). */
export function loginPathFor(from: Return): string {
  if (!isSafeReturnPath(from.to) || from.to === '/') return '/login';
  const query = new URLSearchParams({ to: from.to, ...(from.team === null ? {} : { team: from.team }) });
  return `/login?${query}`;
}

/** Null if there is no return path or it cannot be trusted. */
export function returnOf(search: string): Return | null {
  const query = new URLSearchParams(search);
  const to = query.get('to');
  const team = query.get('team');
  if (to === null || !isSafeReturnPath(to)) return null;
  return { to, team: team !== null && SLUG.test(team) ? team : null };
}
