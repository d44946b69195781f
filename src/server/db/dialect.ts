import type Sqlite from 'better-sqlite3';
import { CompiledQuery, PostgresAdapter, sql, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import type {
  ColumnDefinitionBuilder,
  CreateTableBuilder,
  DatabaseConnection,
  DialectAdapter,
  Driver,
  Kysely,
  RawBuilder,
  SqliteDatabase,
  SqliteStatement,
} from 'kysely';

/** All differences between SQLite and PostgreSQL. The rest of the server is written once. */

export type Engine = 'sqlite' | 'postgres';

export function engineOf(db: Pick<Kysely<never>, 'getExecutor'>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * In SQLite, creating tables can be rolled back. A migration needs that, because a killed one must leave nothing: the next start would find
 * unexpected tables. Kysely disables it for SQLite.
 */
export class AtomicSqliteDialect extends SqliteDialect {
  readonly #database: Sqlite.Database;
  readonly #prepares: SqliteDatabase;
  constructor(database: Sqlite.Database, { keepStatements = false } = {}) {
    super({ database });
    this.#database = database;
    this.#prepares = keepStatements ? keptStatements(database) : database;
  }
  override createAdapter(): DialectAdapter {
    return new AtomicSqliteAdapter();
  }
  override createDriver(): Driver {
    return new TransactionSqliteDriver(this.#database, this.#prepares);
  }
}
class AtomicSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class TransactionSqliteDriver extends SqliteDriver {
  readonly #database: Sqlite.Database;
  constructor(database: Sqlite.Database, prepares: SqliteDatabase) {
    super({ database: prepares });
    this.#database = database;
  }

  /**
   * The write lock is taken before the first read. A plain `begin` takes it at the first write: if another program (an administrator's shell) has
   * written since the first read, that write fails immediately with SQLITE_BUSY_SNAPSHOT, and `busy_timeout` does not apply.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * On a full disk, SQLite rolls the transaction back by itself. Kysely's own rollback then fails, and its error would hide the one about the full
   * disk.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

const MOST_STATEMENTS = 300;

/**
 * Queries repeat often, so each is compiled once, and the least recently used one is discarded. Only for tables that do not change and for results
 * that are read completely, because a statement that is still being read cannot run again.
 */
function keptStatements(database: Sqlite.Database): SqliteDatabase {
  const kept = new Map<string, Sqlite.Statement>();
  return {
    prepare(text) {
      const statement = kept.get(text) ?? database.prepare(text);
      kept.delete(text);
      kept.set(text, statement);
      if (kept.size > MOST_STATEMENTS) kept.delete(kept.keys().next().value!);
      return statement as SqliteStatement;
    },
    close: () => void database.close(),
  };
}

type ColumnType = 'integer' | 'bigint' | 'smallint' | 'real' | 'double precision' | 'text';

export interface ColumnTypes {
  /** IDs, sizes and times: 64 bits on both engines, numbers in JavaScript. */
  whole: ColumnType;
  text: ColumnType;
  /** 0 or 1. */
  bit: ColumnType;
  real: ColumnType;
  /** Auto-incremented primary key that is never reused. */
  countedId: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
}

export const COLUMN_TYPES: Record<Engine, ColumnTypes> = {
  sqlite: {
    whole: 'integer',
    text: 'text',
    bit: 'integer',
    real: 'real',
    countedId: (column) => column.primaryKey().autoIncrement(),
  },
  postgres: {
    whole: 'bigint',
    text: 'text',
    bit: 'smallint',
    real: 'double precision',
    countedId: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  },
};

/** SQLite checks column types only in STRICT tables; PostgreSQL always does. */
export function withStrictTypes<T extends string, C extends string>(
  engine: Engine,
  table: CreateTableBuilder<T, C>,
): CreateTableBuilder<T, C> {
  return engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table;
}

/** The database itself refuses to change or delete rows of the table. The database owner can remove that. */
export async function makeAppendOnly(db: Kysely<never>, table: string): Promise<void> {
  const refusal = sql.lit(`${table} is append-only`);
  if (engineOf(db) === 'sqlite') {
    for (const change of ['update', 'delete'])
      await sql`create trigger ${sql.raw(`${table}_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, ${refusal}); end`.execute(db);
    return;
  }
  const refuse = sql.ref(`${table}_refuse`);
  await sql`create function ${refuse}() returns trigger language plpgsql as 'begin raise exception ''append-only''; end'`.execute(db);
  await sql`create trigger ${sql.ref(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
    for each statement execute function ${refuse}()`.execute(db);
}

export async function hasTable<T>(db: Kysely<T>, table: string): Promise<boolean> {
  const query =
    engineOf(db) === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${table}`
      : sql`select 1 where to_regclass(${table}) is not null`;
  return (await query.execute(db)).rows.length > 0;
}

/**
 * Locks the rows that a query of a transaction reads until its end. SQLite has one writer, so there the transaction itself is the lock.
 * Rows that refer to it can be added meanwhile: `for update` would wait for them, and two transactions that each added one would wait for each other.
 * Use: `tx.selectFrom('series').selectAll().where(…).$call(lockRows(tx))`.
 */
export function lockRows(tx: Pick<Kysely<never>, 'getExecutor'>, mode: 'wait' | 'skip-locked' = 'wait') {
  return <Q extends { forNoKeyUpdate(): Q; skipLocked(): Q }>(query: Q): Q => {
    if (engineOf(tx) === 'sqlite') return query;
    return mode === 'wait' ? query.forNoKeyUpdate() : query.forNoKeyUpdate().skipLocked();
  };
}

/**
 * A column in a condition for which SQLite must not choose an index: it has no statistics, and its choice would be slow. PostgreSQL has them, and
 * would lose them.
 */
export function withoutIndex<T>(db: Pick<Kysely<never>, 'getExecutor'>, column: string): RawBuilder<T> {
  return engineOf(db) === 'sqlite' ? sql<T>`+${sql.ref(column)}` : sql<T>`${sql.ref(column)}`;
}

const SQLITE_UNIQUE = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);
const POSTGRES_UNIQUE = '23505';

/** True if a write was refused because a row with this key exists. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === POSTGRES_UNIQUE || (typeof code === 'string' && SQLITE_UNIQUE.has(code));
}
