import { LIMITS } from '#contract/limits.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { AccountLinkTable } from '#server/db/schema.ts';
import { randomToken, tokenToHash } from './tokens.ts';

/**
 * What the links in mails to an account's owner open. Several of one purpose may be good at a time, so that a mail that came late still opens
 * what it says; the first that is used ends the others.
 */
export type LinkPurpose = AccountLinkTable['purpose'];

const LASTS_MS: Record<LinkPurpose, number> = { verify: LIMITS.verifyLinkLastsMs, reset: LIMITS.resetLinkLastsMs };
/** A mail that is tried again has a link of its own: the oldest go beyond this number. */
const MOST_GOOD = 6;
const HOUR_MS = 3_600_000;

/** Answers the token, which is kept nowhere. */
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

/** Milliseconds until another mail of the purpose may go to the account; 0 for now. */
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

/** Whose a good link is; null for one that ended, was used or never was. */
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

/** Ends every link of the purpose with this one; false where it had gone already: of two at once only one is the first. */
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
