import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { AtomicSqliteDialect } from '#server/db/dialect.ts';
import { migrate } from '#server/db/migrate.ts';
import { MIGRATIONS } from '#server/db/migrations.ts';
import type { Schema } from '#server/db/schema.ts';

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Those of the primary key, in its order. */
  readonly key: readonly Column[];
  /** Column whose numbers are never used again. */
  readonly countedId: string | null;
}

export interface Column {
  readonly name: string;
  readonly type: 'integer' | 'real' | 'text' | 'blob';
}

export const columnNames = (columns: readonly Column[]): string[] => columns.map(({ name }) => name);

/** Those of the names that this version of the product does not know. */
export const unknownMigrations = (names: readonly string[]): string[] => names.filter((name) => MIGRATIONS[name] === undefined);

/** The migrations of these names, to bring an empty database to an earlier version. */
export const migrationsNamed = (names: readonly string[]): typeof MIGRATIONS =>
  Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => names.includes(name)));

/** The tables that a database has after these migrations, by name. They are made in memory and looked at there, once for both engines. */
export function tablesAfter(names: readonly string[]): Promise<readonly Table[]> {
  const key = names.toSorted().join();
  const found = known.get(key) ?? makeTables(names);
  known.set(key, found);
  return found;
}

const known = new Map<string, Promise<readonly Table[]>>();

async function makeTables(names: readonly string[]): Promise<readonly Table[]> {
  const sqlite = new Sqlite(':memory:');
  try {
    await migrate(new Kysely<Schema>({ dialect: new AtomicSqliteDialect(sqlite) }), migrationsNamed(names));
    const tables = sqlite
      .prepare(`select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'`)
      .all() as { name: string; sql: string }[];
    return tables.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, sql }) => tableOf(sqlite, name, sql));
  } finally {
    sqlite.close();
  }
}

function tableOf(sqlite: Sqlite.Database, name: string, sql: string): Table {
  const found = sqlite.pragma(`table_info("${name}")`) as { name: string; type: string; pk: number }[];
  const columnOf = (column: { name: string; type: string }): Column => ({ name: column.name, type: typeNamed(column.type.toLowerCase()) });
  const key = found.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  if (key.length === 0) throw new Error(`The table ${name} has no primary key`);
  const countedId = /\bautoincrement\b/i.test(sql) ? key[0]!.name : null;
  return { name, columns: found.map(columnOf), key: key.map(columnOf), countedId };
}

function typeNamed(name: string): Column['type'] {
  if (name === 'integer' || name === 'real' || name === 'text' || name === 'blob') return name;
  throw new Error(`Columns of the type ${name} cannot be copied`);
}
