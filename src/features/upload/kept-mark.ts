/**
 * [Note: A mark that eviction does not take]
 *
 * A browser that is short of space may remove everything that an origin has stored, at once and without a word: the database goes with its own
 * record of what was in it. Cookies are not part of that storage (measured in Chromium). So a small one says how many files wait on this device, and under
 * which key they were sealed: a database with another key is a new one, and what the mark counts is gone. Nothing in it is a patient's.
 */
export interface KeptMark {
  /** The first characters of the id of the key that seals the database. */
  keyId: string;
  /** Files on this device that are not proved on the server. */
  files: number;
  /** Files that went with databases before this one, until a person has read so. */
  lost: number;
}

/** What is true now, beside what was written down last: with another key, what was kept is gone. */
export function nextMark(saved: KeptMark | null, now: Pick<KeptMark, 'keyId' | 'files'>): KeptMark {
  if (saved === null) return { ...now, lost: 0 };
  return { ...now, lost: saved.lost + (saved.keyId === now.keyId ? 0 : saved.files) };
}

export function markToText({ keyId, files, lost }: KeptMark): string {
  return `${keyId}.${files}.${lost}`;
}

/** Null for what no page of ours has written. */
export function parseMark(text: string): KeptMark | null {
  const [, keyId, files, lost] = /^([0-9a-f]{8})\.(\d{1,9})\.(\d{1,9})$/.exec(text) ?? [];
  return keyId === undefined ? null : { keyId, files: Number(files), lost: Number(lost) };
}

export interface MarkStore {
  read(): KeptMark | null;
  /** With nothing to say there is no mark. */
  write(mark: KeptMark): void;
}

/** Host-only, so each team's origin has its own, as it has its own database; one per user, as databases are. */
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

/** 400 days: browsers keep none for longer (RFC 6265bis 5.5). */
const LONGEST_COOKIE_S = 400 * 24 * 60 * 60;
