import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Caller } from '#server/rules/context.ts';

/**
 * A platform administrator is decided by the account and not by a permission: roles are data of teams, and a team's grants do not extend to
 * the whole server (docs/decisions/308 and 312).
 */
export async function isPlatformAdministrator(db: Reader, { userId }: Caller): Promise<boolean> {
  const row = await db.selectFrom('user').select('platform_admin').where('id', '=', userId).executeTakeFirst();
  return row?.platform_admin === 1;
}

export async function assertPlatformAdministrator(db: Reader, caller: Caller): Promise<void> {
  if (!(await isPlatformAdministrator(db, caller))) throw new Refusal('not_allowed');
}

/** Those with an active account, locked: of two who revoke each other at the same moment, the second finds that it no longer is one. */
export async function lockPlatformAdministrators(tx: Writer): Promise<number[]> {
  const administrators = await tx
    .selectFrom('user')
    .select('id')
    .where('platform_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .$call(lockRows(tx))
    .execute();
  return administrators.map(({ id }) => id);
}

export async function assertPlatformAdministratorLeft(tx: Writer, userId: number): Promise<void> {
  const ids = await lockPlatformAdministrators(tx);
  if (ids.length === 1 && ids[0] === userId) throw new Refusal('last_platform_administrator');
}
