import type { Reader, Writer } from '#server/db/database.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';

/**
 * Browsers in which an account has signed in before. A separate cookie identifies the browser and outlives every sign-in; it grants no
 * access. It only exempts the browser from delays caused by strangers' failures (sign-in-limits.ts).
 */
const MOST_PER_ACCOUNT = 20;

/** The browser as the limits know it; null if the account has not signed in with it. */
export async function knownDevice(db: Reader, cookie: string | undefined, userId: number | null): Promise<string | null> {
  if (cookie === undefined) return null;
  const hash = tokenToHash(cookie);
  const rows = await db.selectFrom('known_device').select('user_id').where('token_hash', '=', hash).execute();
  return rows.some((row) => row.user_id === userId) ? hash : null;
}

/**
 * Makes the browser known to one more account, under a fresh value: a value planted by somebody else must not become known. Several users
 * of one workstation stay known together.
 */
export async function addKnownDevice(tx: Writer, device: { cookie: string | undefined; userId: number; now: number }): Promise<string> {
  const { cookie, userId, now } = device;
  const fresh = randomToken();
  const hash = tokenToHash(fresh);
  if (cookie !== undefined) {
    const old = tokenToHash(cookie);
    await tx.deleteFrom('known_device').where('token_hash', '=', old).where('user_id', '=', userId).execute();
    await tx.updateTable('known_device').set({ token_hash: hash }).where('token_hash', '=', old).execute();
  }
  await tx.insertInto('known_device').values({ token_hash: hash, user_id: userId, last_used_at: now }).execute();
  const newest = tx
    .selectFrom('known_device')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(MOST_PER_ACCOUNT);
  await tx.deleteFrom('known_device').where('user_id', '=', userId).where('token_hash', 'not in', newest).execute();
  return fresh;
}

export async function dropKnownDevices(tx: Writer, userId: number): Promise<void> {
  await tx.deleteFrom('known_device').where('user_id', '=', userId).execute();
}
