import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import * as firstTables from './migrations/0001-first-tables.ts';

/** In the order of their names. One that was released is never changed again: a change is a new one. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-first-tables': { up: (db: Kysely<never>) => firstTables.up(db) },
};
