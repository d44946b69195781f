import { randomInt } from 'node:crypto';
import type { Database, Reader, Writer } from '#server/db/database.ts';
import { tokenToHash } from '#server/rules/tokens.ts';

/** Without letters and digits that are easily confused when read off a terminal (0 O, 1 I L, 2 Z, 5 S, 8 B). */
const SIGNS = 'ACDEFGHJKMNPQRTUVWXY34679';

/**
 * Makes a code for the first account: three groups of four, 55 bits, with tries limited by sign-in-limits.ts. Each start of a process prints its
 * own, and only its hash is stored. All are valid until an account exists; null if one does.
 */
export async function issueSetUpCode(db: Database, now: number): Promise<string | null> {
  if (!(await isSetUpNeeded(db.read))) return null;
  const group = () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  const code = [group(), group(), group()].join('-');
  await keepSetUpCode(db, code, now);
  return code;
}

export async function keepSetUpCode(db: Database, code: string, now: number): Promise<void> {
  await db.write((tx) =>
    tx
      .insertInto('set_up_code')
      .values({ hash: hashOf(code), created_at: now })
      .execute(),
  );
}

export async function isSetUpCode(read: Reader, code: string): Promise<boolean> {
  return (await read.selectFrom('set_up_code').select('hash').where('hash', '=', hashOf(code)).executeTakeFirst()) !== undefined;
}

export async function forgetSetUpCodes(tx: Writer): Promise<void> {
  await tx.deleteFrom('set_up_code').execute();
}

/** No account exists yet. */
export async function isSetUpNeeded(read: Reader): Promise<boolean> {
  return (await read.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** The code is read off a screen and typed: case, spaces and dashes are ignored. */
function hashOf(code: string): string {
  return tokenToHash(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
}
