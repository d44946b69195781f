import type { Writer } from '#server/db/database.ts';
import type { Engine } from '#server/db/dialect.ts';
import type { Row } from './row-line.ts';
import type { Table } from './tables.ts';

/**
 * A whole database, for copying it.
 *
 *     read    while a server uses it
 *     hold    read, and no server can use it meanwhile
 *     fill    written, and no server can use it meanwhile
 */
export type RowsUse = 'read' | 'hold' | 'fill';

export interface RowsDatabase {
  readonly engine: Engine;
  hasTables(): Promise<boolean>;
  /** All rows as they are now. What others write meanwhile is not in it. */
  snapshot<T>(work: (rows: RowsReader) => Promise<T>): Promise<T>;
  /** One transaction: either everything that the work has written is kept, or nothing. */
  fill<T>(work: (rows: RowsWriter) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface RowsReader {
  /** Names of the migrations that the database has had. */
  migrations(): Promise<string[]>;
  count(table: Table): Promise<number>;
  /** In the order of the primary key, which is the same on both engines. One at a time: the connection is busy until the last row. */
  rowsOf(table: Table): AsyncIterable<Row>;
  /** Largest number that the counted column has ever had; null if none. */
  lastIdOf(table: Table): Promise<bigint | null>;
}

export interface RowsWriter extends RowsReader {
  /** The same transaction. */
  readonly tx: Writer;
  /** Empties the tables, which may have rows from migrations. Until `finish`, no foreign key is checked and no trigger runs. */
  begin(tables: readonly Table[]): Promise<void>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
  setLastId(table: Table, id: bigint): Promise<void>;
  /** Checks the foreign keys of all rows. The caller puts the triggers of the trail. */
  finish(): Promise<void>;
}

export type OpenedRows = { ok: true; db: RowsDatabase } | { ok: false; why: 'in_use' | 'missing' };

export const quoted = (name: string): string => `"${name}"`;
export const listed = (names: readonly string[]): string => names.map(quoted).join(', ');
