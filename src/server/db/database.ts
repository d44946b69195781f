import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Reader = Kysely<Schema>;
export type Writer = Transaction<Schema>;

/**
 * The database as rules see it. Reads never wait behind a write (SQLite: a read-only connection of its own). A write is one transaction
 * in which nothing but SQL is awaited; it is durable when the promise resolves.
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly read: Reader;
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
