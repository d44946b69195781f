import { isIdle, LOCK_COOKIE, parseRow, rowToText } from './lock-row.ts';

/** A use is written down at most this often: every page of the base domain reads it. */
const NOTED_EVERY_MS = 5_000;
/** A pointer that moves speaks a hundred times a second. */
const LOOKED_EVERY_MS = 1_000;

export interface ScreenLockPorts {
  jar: { read(name: string): string | null; write(name: string, value: string): void };
  /** Who is signed in here, and how long their screen stays open without use; null for nobody. */
  person(): { id: number; limitMs: number } | null;
  now(): number;
  /** To the other tabs of this host, which look at once. */
  tell(): void;
}

export interface ScreenLock {
  isLocked(): boolean;
  subscribe(listener: () => void): () => void;
  /** A hand, or something that counts as one. */
  used(): void;
  /** The clock went on, another tab said something, the page came back: finds out how it stands. */
  look(): void;
  lockNow(): void;
  /** Whoever sits there has proved to be the person. */
  unlock(): void;
}

/**
 * [Note: The lock of the screen]
 *
 * After some minutes without use every page of the person is covered, on every host of the base domain: another team's address would else open what is
 * covered here, by the same sign-in. So the last use, and whether it is locked, stand in one cookie of the base domain; tabs of this host hear of a
 * change at once, those of others within a look. It hides what is on the screen. Whoever holds the browser's profile or its developer tools is not
 * stopped by it (docs/security.md).
 */
export function createScreenLock({ jar, person, now, tell }: ScreenLockPorts): ScreenLock {
  let locked = false;
  let notedAt = -Infinity;
  let lookedAt = -Infinity;
  const listeners = new Set<() => void>();

  const show = (next: boolean): void => {
    if (locked === next) return;
    locked = next;
    for (const listener of listeners) listener();
  };

  const write = (userId: number, usedAt: number | 'locked'): void => {
    jar.write(LOCK_COOKIE, rowToText({ userId, usedAt }));
    notedAt = usedAt === 'locked' ? -Infinity : usedAt;
  };

  const lock = (userId: number): void => {
    write(userId, 'locked');
    show(true);
    tell();
  };

  const look = (): void => {
    lookedAt = now();
    const here = person();
    if (here === null) return show(false);
    const row = parseRow(jar.read(LOCK_COOKIE));
    if (row === null || row.userId !== here.id) {
      write(here.id, now());
      return show(false);
    }
    if (row.usedAt === 'locked') return show(true);
    if (isIdle(row.usedAt, now(), here.limitMs)) return lock(here.id);
    show(false);
  };

  return {
    isLocked: () => locked,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look,
    used() {
      // First: the hand that wakes a machine is no sign that it was at it all the time.
      if (Math.abs(now() - lookedAt) >= LOOKED_EVERY_MS) look();
      const here = person();
      if (here !== null && !locked && Math.abs(now() - notedAt) >= NOTED_EVERY_MS) write(here.id, now());
    },
    lockNow() {
      const here = person();
      if (here !== null) lock(here.id);
    },
    unlock() {
      const here = person();
      if (here === null) return;
      write(here.id, now());
      show(false);
      tell();
    },
  };
}
