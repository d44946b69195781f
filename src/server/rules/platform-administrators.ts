import type { Reader, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { Refusal } from './context.ts';
import type { Caller } from './context.ts';

/**
 * Who runs the server. It is the account that is asked, not a permission: roles are data of teams, and what a team allows is not for the whole
 * server (docs/decisions/308 and 312).
 */
export async function isPlatformAdministrator(db: Reader, { userId }: Caller): Promise<boolean> {
  const row = await db.selectFrom('user').select('platform_admin').where('id', '=', userId).executeTakeFirst();
  return row?.platform_admin === 1;
}

export async function assertPlatformAdministrator(db: Reader, caller: Caller): Promise<void> {
  if (!(await isPlatformAdministrator(db, caller))) throw new Refusal('not_allowed');
}

/** Those whose account is in use, locked: of two who end each other at the same moment the second finds that it is none any more. */
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

export async function keepAPlatformAdministrator(tx: Writer, userId: number): Promise<void> {
  const ids = await lockPlatformAdministrators(tx);
  if (ids.length === 1 && ids[0] === userId) throw new Refusal('last_platform_administrator');
}
