/**
 * [Note: A mark that eviction does not take]
 *
 * A browser that is short of space may silently delete everything that an origin has stored: the database and its record of its contents.
 * Cookies are not part of that storage (measured in Chromium). So a small cookie says how many files wait on this device, and under which
 * key they were sealed: a database with another key is new, and the counted files are lost. It contains no patient data.
 */
export interface EvictionMark {
  /** The first characters of the id of the key that seals the database. */
  keyId: string;
  /** Files on this device that are not verified on the server. */
  files: number;
  /** Files lost with earlier databases, until the user has read the notice. */
  lost: number;
}

/** The current mark, given the last saved one: if the key differs, the files of the saved one are lost. */
export function nextMark(saved: EvictionMark | null, now: Pick<EvictionMark, 'keyId' | 'files'>): EvictionMark {
  if (saved === null) return { ...now, lost: 0 };
  return { ...now, lost: saved.lost + (saved.keyId === now.keyId ? 0 : saved.files) };
}

export function markToText({ keyId, files, lost }: EvictionMark): string {
  return `${keyId}.${files}.${lost}`;
}

/** Null for text that no page of this app has written. */
export function parseMark(text: string): EvictionMark | null {
  const [, keyId, files, lost] = /^([0-9a-f]{8})\.(\d{1,9})\.(\d{1,9})$/.exec(text) ?? [];
  return keyId === undefined ? null : { keyId, files: Number(files), lost: Number(lost) };
}

export interface MarkStore {
  read(): EvictionMark | null;
  /** An empty mark is deleted. */
  write(mark: EvictionMark): void;
}

/** Host-only, so that each team's origin has a separate mark, like its database; one per user, like databases. */
export function cookieMarkStore(userId: number): MarkStore {
  const name = `lightship.kept.u${userId}`;
  return {
    read() {
      const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
      return found === undefined ? null : parseMark(found.slice(name.length + 1));
    },
    write(mark) {
      const isEmpty = mark.files === 0 && mark.lost === 0;
      const age = isEmpty ? 0 : LONGEST_COOKIE_S;
      const secure = location.protocol === 'https:' ? '; Secure' : '';
      document.cookie = `${name}=${isEmpty ? '' : markToText(mark)}; Max-Age=${age}; Path=/; SameSite=Strict${secure}`;
    },
  };
}

/** 400 days: browsers keep no cookie longer (RFC 6265bis 5.5). */
const LONGEST_COOKIE_S = 400 * 24 * 60 * 60;
