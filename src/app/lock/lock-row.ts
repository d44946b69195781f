export const LOCK_COOKIE = 'lightship.lock';

/** What the cookie of the lock says, of one person: since when nobody has used a screen, or that the screens are locked. */
export interface LockRow {
  userId: number;
  /** ms; the last use that was written down. */
  usedAt: number | 'locked';
}

export function rowToText({ userId, usedAt }: LockRow): string {
  return `${userId}.${usedAt}`;
}

/** Null for what no page of ours has written. */
export function parseRow(text: string | null): LockRow | null {
  const [, userId, usedAt] = /^(\d{1,15})\.(\d{1,15}|locked)$/.exec(text ?? '') ?? [];
  if (userId === undefined || usedAt === undefined) return null;
  return { userId: Number(userId), usedAt: usedAt === 'locked' ? 'locked' : Number(usedAt) };
}

/** A clock that was set a little back is no sign of anything; one that stands before the last use is not known to be right. */
const TOLERATED_MS = 60_000;

/** A machine that slept, or whose clock jumped, has not been used for as long as the clock says, or nobody knows for how long. */
export function isIdle(usedAt: number, now: number, limitMs: number): boolean {
  return now - usedAt >= limitMs || usedAt - now > TOLERATED_MS;
}
