import type { ApiUser } from '#contract/api-users.ts';
import { parseWireDate } from '#contract/dates.ts';

export const API_USER_STATES = ['active', 'not used', '2 keys', 'expires soon', 'no rights', 'expired', 'revoked'] as const;
export type ApiUserState = (typeof API_USER_STATES)[number];

const SOON_MS = 14 * 86_400_000;

/** The state of an API user that concerns its administrators most. */
export function apiUserState(user: Pick<ApiUser, 'revoked_at' | 'expires_at' | 'effective' | 'keys'>, now: number): ApiUserState {
  const expires = timeOf(user.expires_at);
  if (user.revoked_at !== null) return 'revoked';
  if (expires <= now) return 'expired';
  if (user.effective.length === 0) return 'no rights';
  if (user.keys.length > 1) return '2 keys';
  if (expires - now <= SOON_MS) return 'expires soon';
  return lastUse(user) === null ? 'not used' : 'active';
}

/** Its last use with any key; null if it was never used. */
export function lastUse({ keys }: Pick<ApiUser, 'keys'>): { at: number; from: string | null } | null {
  const used = keys.flatMap(({ last_used_at: at, last_used_from: from }) => (at === null ? [] : [{ at: timeOf(at), from }]));
  return used.sort((one, other) => other.at - one.at)[0] ?? null;
}

/** The key before the present one, while both are valid: until when, and its last use after the new one was made. Null without one. */
export function keyBefore({ keys }: Pick<ApiUser, 'keys'>): { endsAt: number; usedSince: number | null } | null {
  const [present, before] = keys;
  if (present === undefined || before === undefined || before.ends_at === null) return null;
  const used = before.last_used_at === null ? null : timeOf(before.last_used_at);
  return { endsAt: timeOf(before.ends_at), usedSince: used !== null && used >= timeOf(present.created_at) ? used : null };
}

function timeOf(text: string): number {
  return parseWireDate(text)?.getTime() ?? 0;
}
