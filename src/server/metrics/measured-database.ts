import type { Database } from '#server/db/database.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Measures, TRANSACTION_OUTCOMES } from '#server/rules/measures.ts';

/** The same database; its writes are counted and timed. Adds no statement. */
export function measuredDatabase(db: Database, measures: Pick<Measures, 'writeAsked'>): Database {
  return {
    ...db,
    async write(work) {
      const started = measures.writeAsked();
      // A write that never gets its turn, because the database cannot be reached, ends as well.
      let ended: ReturnType<typeof started> | undefined;
      try {
        const result = await db.write((tx) => {
          ended = started();
          return work(tx);
        });
        ended?.('committed');
        return result;
      } catch (error) {
        (ended ?? started())(outcomeOf(error));
        throw error;
      }
    },
  };
}

/** Deadlock, serialization failure, or another writer of the SQLite file. */
const CONFLICT = /^(?:40P01|40001|SQLITE_BUSY.*)$/;

function outcomeOf(error: unknown): (typeof TRANSACTION_OUTCOMES)[number] {
  if (error instanceof Refusal) return 'refused';
  return error instanceof Error && 'code' in error && CONFLICT.test(String(error.code)) ? 'conflict' : 'failed';
}
