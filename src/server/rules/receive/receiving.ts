import type { Database } from '#server/db/database.ts';
import { createGroupCommit, type Commit } from './group-commit.ts';
import { createTurns, type Turns } from './turns.ts';

/** What the receiving of one process keeps in memory. All of it may be lost at any time: it saves work, it guards nothing that was promised. */
export interface Receiving {
  commit: Commit;
  /** Per chunk. */
  turns: Turns;
  /** Proofs under way, by the row id of their file. */
  proofs: Map<number, Promise<'equal' | 'different'>>;
  /** Inventories that were taken or are under way, by upload. */
  inventories: Map<number, Promise<void>>;
}

const receivingByDatabase = new WeakMap<Database, Receiving>();

/** One per open database, so that every request of the process shares it and a test with its own database starts afresh. */
export function receivingOf(db: Database): Receiving {
  const known = receivingByDatabase.get(db);
  if (known !== undefined) return known;
  const made: Receiving = { commit: createGroupCommit(db), turns: createTurns(), proofs: new Map(), inventories: new Map() };
  receivingByDatabase.set(db, made);
  return made;
}
