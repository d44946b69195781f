import type { DBCoreTable } from 'dexie';
import { LocalDb } from './schema.ts';

/** What is asked of the browser: each transaction is a round trip, and each row is written to the disk. */
export class Cost {
  reads = 0;
  writes = 0;
  rows = 0;
}

/** The requests in those transactions: made in sequence, each is a round trip. */
export class Calls {
  questions = 0;
  changes = 0;
}

/** A separate connection, as in each worker. */
export async function countedDb(user: number, cost: Cost, calls = new Calls()): Promise<LocalDb> {
  const db = new LocalDb(user);
  db.use({
    stack: 'dbcore',
    name: 'cost',
    create: (core) => ({
      ...core,
      transaction(stores, mode, ...rest) {
        cost[mode === 'readwrite' ? 'writes' : 'reads'] += 1;
        return core.transaction(stores, mode, ...rest);
      },
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          ...asked(table, calls),
          mutate(request) {
            calls.changes += 1;
            if (request.type === 'put' || request.type === 'add') cost.rows += request.values.length;
            return table.mutate(request);
          },
        };
      },
    }),
  });
  await db.open();
  // Opening the database is not counted.
  Object.assign(cost, new Cost());
  Object.assign(calls, new Calls());
  return db;
}

function asked(table: DBCoreTable, calls: Calls): Pick<DBCoreTable, (typeof QUESTIONS)[number]> {
  const counted = QUESTIONS.map((name) => [
    name,
    (request: never) => {
      calls.questions += 1;
      return table[name](request);
    },
  ]);
  return Object.fromEntries(counted) as Pick<DBCoreTable, (typeof QUESTIONS)[number]>;
}

const QUESTIONS = ['get', 'getMany', 'query', 'count', 'openCursor'] as const;
