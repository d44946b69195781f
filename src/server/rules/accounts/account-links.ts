import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { AccountLinkTable } from '#server/db/schema.ts';
import { randomToken, tokenToHash } from '#server/rules/tokens.ts';

/**
 * Purposes of the links in mails to an account's owner. Several links of one purpose may be valid at a time, so that a late mail still
 * works; the first one used ends the others.
 */
export type LinkPurpose = AccountLinkTable['purpose'];

const LASTS_MS: Record<LinkPurpose, number> = { verify: LIMITS.verifyLinkLastsMs, reset: LIMITS.resetLinkLastsMs };
/** Each retry of a mail has a new link: beyond this number the oldest are removed. */
const MOST_GOOD = 6;
const HOUR_MS = 3_600_000;

/** Returns the token, which is not stored. */
export async function addLink(tx: Writer, link: { userId: number; purpose: LinkPurpose; now: number }): Promise<string> {
  const { userId, purpose, now } = link;
  const newest = linksOf(tx, link)
    .select('token_hash')
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(MOST_GOOD - 1);
  await tx
    .deleteFrom('account_link')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('token_hash', 'not in', newest)]))
    .execute();
  const token = randomToken();
  await tx
    .insertInto('account_link')
    .values({ token_hash: tokenToHash(token), user_id: userId, purpose, created_at: now, expires_at: now + LASTS_MS[purpose] })
    .execute();
  return token;
}

/** Milliseconds until another mail of the purpose may be sent to the account; 0 if it may be sent now. */
export async function mailPauseMs(db: Reader, link: { userId: number; purpose: LinkPurpose; now: number }): Promise<number> {
  const recent = await linksOf(db, link)
    .select('created_at')
    .where('created_at', '>', link.now - HOUR_MS)
    .orderBy('created_at', 'desc')
    .limit(LIMITS.accountMailsPerHour)
    .execute();
  const oldest = recent[LIMITS.accountMailsPerHour - 1];
  return oldest === undefined ? 0 : oldest.created_at + HOUR_MS - link.now;
}

/** The account of a valid link; null for one that is expired, used or unknown. */
export async function findAccountLink(db: Reader, token: string, { purpose, now }: { purpose: LinkPurpose; now: number }) {
  const row = await db
    .selectFrom('account_link')
    .innerJoin('user', 'user.id', 'account_link.user_id')
    .select(['user.id as userId', 'user.email', 'user.name'])
    .where('account_link.token_hash', '=', tokenToHash(token))
    .where('account_link.purpose', '=', purpose)
    .where('account_link.expires_at', '>', now)
    .where('user.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends every link of the purpose together with this one; false if it had already ended: of two simultaneous calls only one succeeds. */
export async function spendAccountLink(tx: Writer, token: string, { userId, purpose }: { userId: number; purpose: LinkPurpose }) {
  const { numDeletedRows } = await tx.deleteFrom('account_link').where('token_hash', '=', tokenToHash(token)).executeTakeFirst();
  await dropLinks(tx, { userId, purpose });
  return numDeletedRows > 0n;
}

export async function dropLinks(tx: Writer, { userId, purpose }: { userId: number; purpose: LinkPurpose }): Promise<void> {
  await tx.deleteFrom('account_link').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

function linksOf(db: Reader, { userId, purpose }: { userId: number; purpose: LinkPurpose }) {
  return db.selectFrom('account_link').where('user_id', '=', userId).where('purpose', '=', purpose);
}
