import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { Refusal } from './context.ts';

/** A password that was right, and the hash that it was compared with. */
export interface KnownPassword {
  userId: number;
  hash: string;
}

/**
 * Hashes wait their turn for up to half a minute. Where the account has another password by then, or is blocked or closed, a password that
 * was right before counts for nothing. Asked in the transaction that acts on it; the account stays locked until its end.
 */
export async function assertStillPassword(tx: Writer, { userId, hash }: KnownPassword): Promise<void> {
  const user = await tx
    .selectFrom('user')
    .select(['password_hash', 'disabled_at'])
    .where('id', '=', userId)
    .$call(lockRows(tx))
    .executeTakeFirst();
  if (user === undefined || user.password_hash !== hash || user.disabled_at !== null) throw new Refusal('wrong_credentials');
}
