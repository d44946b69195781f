/** given (GUARD-29): letters, digits and `@ - % _ ~` and slashes, with optional query and fragment. */
const LOCAL_PATH = /^\/[A-Za-z0-9@\-%_~/]*(?:\?[^#\s\\]*)?(?:#[^\s\\]*)?$/;
const HERE = 'http://here.invalid';
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** GUARD-30: two slashes at the start lead to another host although each character is allowed, however they are spelled. */
export function isSafeReturnPath(path: string): boolean {
  return LOCAL_PATH.test(path) && readingsOf(path).every(staysHere);
}

/** As it is, and as whoever decodes it once or twice on the way would read it; null where it cannot be decoded. */
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

/** The browser itself is asked where the path leads: it takes `\\` for a slash, drops tabs and walks up `..` before it looks at the host. */
function staysHere(path: string | null): boolean {
  if (path === null || !URL.canParse(path, HERE)) return false;
  const { origin, pathname } = new URL(path, HERE);
  return origin === HERE && !pathname.startsWith('//');
}

export interface Return {
  to: string;
  /** Team that was asked for; null when the visit began on the main domain. */
  team: string | null;
}

/** `/login` with the way back in its query, which crosses hosts where storage does not (AUTH-17). */
export function loginPathFor(from: Return): string {
  if (!isSafeReturnPath(from.to) || from.to === '/') return '/login';
  const query = new URLSearchParams({ to: from.to, ...(from.team === null ? {} : { team: from.team }) });
  return `/login?${query}`;
}

/** Null: there is no way back, or none that may be trusted. */
export function returnOf(search: string): Return | null {
  const query = new URLSearchParams(search);
  const to = query.get('to');
  const team = query.get('team');
  if (to === null || !isSafeReturnPath(to)) return null;
  return { to, team: team !== null && SLUG.test(team) ? team : null };
}
