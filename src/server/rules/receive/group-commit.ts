import type { Database, Writer } from '#server/db/database.ts';

export type Commit = <T>(work: (tx: Writer) => Promise<T>) => Promise<T>;

const MOST_AT_ONCE = 64;

/**
 * Receipts that arrive while a transaction is being made durable share the next one: a hundred chunks cost a few fsyncs, not a hundred. If
 * one of a group fails, the group is rolled back and each is done separately, so that nobody fails because of another; `work` may therefore
 * be called twice and does nothing but SQL. PostgreSQL groups its own commits.
 */
export function createGroupCommit(db: Database): Commit {
  if (db.engine === 'postgres') return (work) => db.write(work);
  interface Waiting {
    work(tx: Writer): Promise<unknown>;
    resolve(value: unknown): void;
    reject(reason: unknown): void;
  }
  let waiting: Waiting[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    draining = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      if (!(await writeTogether(group))) for (const each of group) await writeAlone(each);
    }
    draining = false;
  }

  async function writeTogether(group: Waiting[]): Promise<boolean> {
    if (group.length === 1) return false;
    try {
      const results = await db.write(async (tx) => {
        const done: unknown[] = [];
        for (const each of group) done.push(await each.work(tx));
        return done;
      });
      group.forEach((each, index) => each.resolve(results[index]));
      return true;
    } catch {
      return false;
    }
  }

  async function writeAlone(each: Waiting): Promise<void> {
    try {
      each.resolve(await db.write((tx) => each.work(tx)));
    } catch (error) {
      each.reject(error);
    }
  }

  return <T>(work: (tx: Writer) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (!draining) void drain();
    });
}
