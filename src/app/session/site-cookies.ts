import { LOCK_COOKIE } from '#app/lock/lock-row.ts';
import { isWithinBaseDomain } from '#model/addresses/hosts.ts';
import { markOfSignIn, markOfSignOut, markToText, parseMark, type VisitMark } from './visit-mark.ts';

const MARK = 'lightship.visit';
const HOSTS = 'lightship.hosts';
/** 400 days: browsers keep no cookie longer (RFC 6265bis 5.5). */
const LONGEST_S = 400 * 24 * 60 * 60;
/** Stands for the main domain in the list of hosts; no team label starts with it. */
const MAIN = '-';

/** What the hosts of the base domain share in this browser: [Note: The mark of a visit], and on which of them the user has been. */
export interface SiteCookies {
  mark(): VisitMark | null;
  signedIn(userId: number): void;
  signedOut(): void;
  /** Labels of the hosts where the user has been, null for the main domain. */
  hosts(): (string | null)[];
  addHost(team: string | null): void;
}

export function createSiteCookies(jar: CookieJar): SiteCookies {
  const mark = () => parseMark(jar.read(MARK));
  const hosts = () =>
    (jar.read(HOSTS) ?? '')
      .split('.')
      .filter((label) => label !== '')
      .map((label) => (label === MAIN ? null : label));
  const nonce = () => crypto.randomUUID().slice(0, 8);
  return {
    mark,
    signedIn(userId) {
      jar.write(MARK, markToText(markOfSignIn(mark(), userId, nonce())));
      // A user who has just entered the password is not asked for it again.
      jar.write(LOCK_COOKIE, '');
    },
    // The lock is unchanged: it must not open a tab of another host that has not noticed the sign-out yet.
    signedOut() {
      jar.write(MARK, markToText(markOfSignOut(mark(), nonce())));
      jar.write(HOSTS, '');
    },
    hosts,
    addHost(team) {
      if (!hosts().includes(team)) jar.write(HOSTS, [...hosts(), team].map((label) => label ?? MAIN).join('.'));
    },
  };
}

export interface CookieJar {
  read(name: string): string | null;
  /** An empty value deletes the cookie. */
  write(name: string, value: string): void;
}

/** For every host of the base domain; browsers refuse this for a name of one label. */
export function siteCookieJar(baseDomain: () => string | null): CookieJar {
  return {
    read(name) {
      const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
      return found === undefined ? null : found.slice(name.length + 1);
    },
    write(name, value) {
      const base = baseDomain();
      const domain = base?.includes('.') && isWithinBaseDomain(location.host, base) ? `; Domain=${base}` : '';
      const secure = location.protocol === 'https:' ? '; Secure' : '';
      document.cookie = `${name}=${value}; Max-Age=${value === '' ? 0 : LONGEST_S}; Path=/; SameSite=Strict${domain}${secure}`;
    },
  };
}
