import { isIdle, LOCK_COOKIE, parseRow, rowToText } from './lock-row.ts';

/** A use is recorded at most this often, because every page of the base domain reads it. */
const NOTED_EVERY_MS = 5_000;
/** A moving pointer fires a hundred events a second. */
const LOOKED_EVERY_MS = 1_000;

export interface ScreenLockPorts {
  jar: { read(name: string): string | null; write(name: string, value: string): void };
  /** Who is signed in here, and how long their screen stays unlocked without use; null for nobody. */
  person(): { id: number; limitMs: number } | null;
  now(): number;
  /** Tells the other tabs of this host, which check immediately. */
  tell(): void;
}

export interface ScreenLock {
  isLocked(): boolean;
  subscribe(listener: () => void): () => void;
  /** User input, or something that counts as input. */
  used(): void;
  /** Checks the state: on a clock tick, a message from another tab, or when the page becomes visible. */
  look(): void;
  lockNow(): void;
  /** The password was confirmed. */
  unlock(): void;
}

/**
 * [Note: The lock of the screen]
 *
 * After some minutes without use every page of the user is covered, on every host of the base domain: otherwise another team's address
 * would show, with the same sign-in, what is covered here. The last use and the lock are therefore in one cookie of the base domain; tabs
 * of this host learn of a change immediately, others at their next check. The lock hides the screen. It does not stop anyone who has the
 * browser profile or its developer tools (docs/security.md).
 */
export function createScreenLock({ jar, person, now, tell }: ScreenLockPorts): ScreenLock {
  let locked = false;
  let notedAt = -Infinity;
  let checkedAtMs = -Infinity;
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
    checkedAtMs = now();
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
      // Check first: input that wakes a machine does not mean that it was in use until then.
      if (Math.abs(now() - checkedAtMs) >= LOOKED_EVERY_MS) look();
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
