import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { Refusal } from '#server/rules/context.ts';

/** A correct password, and the hash that it was compared with. */
export interface KnownPassword {
  userId: number;
  hash: string;
}

/**
 * Hashes may queue for up to half a minute. If the password was changed meanwhile, or the account blocked or closed, an earlier correct
 * password is void. Checked in the transaction that acts on it; the account stays locked until its end.
 */
export async function assertPasswordUnchanged(tx: Writer, { userId, hash }: KnownPassword): Promise<void> {
  const user = await tx
    .selectFrom('user')
    .select(['password_hash', 'disabled_at'])
    .where('id', '=', userId)
    .$call(lockRows(tx))
    .executeTakeFirst();
  if (user === undefined || user.password_hash !== hash || user.disabled_at !== null) throw new Refusal('wrong_credentials');
}
