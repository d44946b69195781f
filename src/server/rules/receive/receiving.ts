import type { Database } from '#server/db/database.ts';
import { createGroupCommit, type Commit } from './group-commit.ts';
import { createKeyQueue, type KeyQueue } from './key-queue.ts';

/** What receiving keeps in the memory of one process. All of it may be lost at any time: it saves work, and no guarantee depends on it. */
export interface Receiving {
  commit: Commit;
  /** By chunk. */
  turns: KeyQueue;
  /** Verifications in progress, by the row id of their file. */
  proofs: Map<number, Promise<'equal' | 'different'>>;
  /** Inventories that are finished or in progress, by upload. */
  inventories: Map<number, Promise<void>>;
}

const receivingByDatabase = new WeakMap<Database, Receiving>();

/** One per open database, so that all requests of the process share it and a test with its own database starts afresh. */
export function receivingOf(db: Database): Receiving {
  const known = receivingByDatabase.get(db);
  if (known !== undefined) return known;
  const made: Receiving = { commit: createGroupCommit(db), turns: createKeyQueue(), proofs: new Map(), inventories: new Map() };
  receivingByDatabase.set(db, made);
  return made;
}
