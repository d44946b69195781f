/** given (GUARD-29): letters, digits and `@ - % _ ~` and slashes, with optional query and fragment. */
const LOCAL_PATH = /^\/[A-Za-z0-9@\-%_~/]*(?:\?[^#\s\\]*)?(?:#[^\s\\]*)?$/;
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** GUARD-30: two slashes at the start lead to another host although each character is allowed. */
export function isSafeReturnPath(path: string): boolean {
  return LOCAL_PATH.test(path) && !path.startsWith('//');
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
