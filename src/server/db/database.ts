import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Reader = Kysely<Schema>;
export type Writer = Transaction<Schema>;

/**
 * The database for the rules. Reads never wait for a write (SQLite uses a separate read-only connection). A write is one transaction that awaits
 * only SQL. It is durable when the promise resolves.
 */
export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly read: Reader;
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  /** Number of reads that wait for a connection; SQLite has no such wait. */
  readsWaiting(): number;
  close(): Promise<void>;
}
