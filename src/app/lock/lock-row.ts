export const LOCK_COOKIE = 'lightship.lock';

/** The lock cookie of one user: when a screen was last used, or that the screens are locked. */
export interface LockRow {
  userId: number;
  /** ms; the last recorded use. */
  usedAt: number | 'locked';
}

export function rowToText({ userId, usedAt }: LockRow): string {
  return `${userId}.${usedAt}`;
}

/** Null for text that no page of this app has written. */
export function parseRow(text: string | null): LockRow | null {
  const [, userId, usedAt] = /^(\d{1,15})\.(\d{1,15}|locked)$/.exec(text ?? '') ?? [];
  if (userId === undefined || usedAt === undefined) return null;
  return { userId: Number(userId), usedAt: usedAt === 'locked' ? 'locked' : Number(usedAt) };
}

/** A small clock correction is ignored; a clock further behind the last use is not trusted. */
const TOLERATED_MS = 60_000;

/** True after the limit, and when the clock jumped, because the idle time is then unknown. */
export function isIdle(usedAt: number, now: number, limitMs: number): boolean {
  return now - usedAt >= limitMs || usedAt - now > TOLERATED_MS;
}
