import type { Database, Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { Refusal } from '#server/rules/context.ts';
import { tokenToHash } from '#server/rules/tokens.ts';

/**
 * Slows down password guessing (BACK-10): after five failures each further one doubles the pause before the next try.
 *
 * Failures are counted per account, wherever they come from: a hospital shares one address, and an attacker has many. So that strangers
 * cannot lock out the owner, a browser in which the owner has signed in before is counted separately (known-devices.ts). An account that
 * does not exist is counted like any other.
 */
export interface SignInLimits {
  /** Counts a try before it is checked, so that simultaneous tries count too. Throws `TooManyTries` if it comes too early. */
  begin(who: Guesser): Promise<void>;
  succeeded(who: Guesser): Promise<void>;
}

export interface Guesser {
  account: string;
  /** A browser that is known to the account; null for any other. */
  device: string | null;
}

/** 429 with the seconds to wait. */
export class TooManyTries extends Refusal {
  readonly retryAfterSeconds: number;
  constructor(retryAfterMs: number) {
    super('too_many');
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  }
}

const FREE_TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** Failures are forgotten after this long without another. */
const MEMORY_MS = 60 * 60_000;

export function createSignInLimits({ db, now }: { db: Database; now: () => number }): SignInLimits {
  return {
    async begin(who) {
      const guesser = hashOf(who);
      await db.write(async (tx) => {
        const at = now();
        await forgetOld(tx, at);
        // Locks the row, or makes it: a success of another process may remove it at any moment.
        const { count, last_at } = await tx
          .insertInto('sign_in_failure')
          .values({ guesser, count: 0, last_at: at })
          .onConflict((conflict) => conflict.column('guesser').doUpdateSet((eb) => ({ guesser: eb.ref('excluded.guesser') })))
          .returning(['count', 'last_at'])
          .executeTakeFirstOrThrow();
        const waitMs = count < FREE_TRIES ? 0 : last_at + pauseMs(count - FREE_TRIES) - at;
        if (waitMs > 0) throw new TooManyTries(waitMs);
        const failures = last_at < at - MEMORY_MS ? 0 : count;
        await tx
          .updateTable('sign_in_failure')
          .set({ count: failures + 1, last_at: at })
          .where('guesser', '=', guesser)
          .execute();
      });
    },
    async succeeded(who) {
      await db.write((tx) => tx.deleteFrom('sign_in_failure').where('guesser', '=', hashOf(who)).execute());
    },
  };
}

/** Rows that another try has locked are left to it: two tries never wait for each other's rows. */
async function forgetOld(tx: Writer, at: number): Promise<void> {
  const old = tx
    .selectFrom('sign_in_failure')
    .select('guesser')
    .where('last_at', '<', at - MEMORY_MS)
    .$call(lockRows(tx, 'skip-locked'));
  await tx.deleteFrom('sign_in_failure').where('guesser', 'in', old).execute();
}

function pauseMs(failuresBeyond: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failuresBeyond, 30));
}

function hashOf({ account, device }: Guesser): string {
  return tokenToHash(device === null ? `account ${account}` : `device ${device} of ${account}`);
}
