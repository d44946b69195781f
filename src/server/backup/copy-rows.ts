import type { Kysely } from 'kysely';
import { putAuditTriggers } from '#server/db/audit-triggers.ts';
import { migrate } from '#server/db/migrate.ts';
import { rowToLine, type Row } from '#server/db/rows/row-line.ts';
import type { RowsDatabase, RowsReader, RowsWriter } from '#server/db/rows/rows-database.ts';
import { migrationsNamed, tablesAfter, unknownMigrations, type Table } from '#server/db/rows/tables.ts';
import { verifyTrail } from '#server/audit/verify.ts';
import type { Progress } from './progress.ts';
import { BackupRefusal } from './refusal.ts';

/** Rows of a whole database at one moment: a database, or the files of a backup. */
export interface RowsSource {
  readonly migrations: readonly string[];
  readonly tables: readonly Table[];
  /** Of all tables. */
  readonly count: number;
  rowsOf(table: Table): AsyncIterable<Row>;
  /** The same rows, as `rowToLine` writes them. */
  linesOf(table: Table): AsyncIterable<string>;
  lastIdOf(table: Table): Promise<bigint | null>;
}

export interface CopiedRows {
  tables: number;
  rows: number;
  /** Number of the first record of the audit trail that does not fit the chain; null if the chain is whole. */
  brokenAt: number | null;
}

export async function sourceOf(reader: RowsReader): Promise<RowsSource & { counts: ReadonlyMap<string, number> }> {
  const migrations = await reader.migrations();
  assertKnown(migrations, 'The database');
  const tables = await tablesAfter(migrations);
  const counts = new Map<string, number>();
  for (const table of tables) counts.set(table.name, await reader.count(table));
  const count = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  return {
    migrations,
    tables,
    counts,
    count,
    rowsOf: reader.rowsOf,
    linesOf: (table) => linesOf(reader, table),
    lastIdOf: reader.lastIdOf,
  };
}

async function* linesOf(reader: RowsReader, table: Table): AsyncGenerator<string> {
  for await (const row of reader.rowsOf(table)) yield rowToLine(row);
}

export function assertKnown(migrations: readonly string[], what: string): void {
  const [unknown] = unknownMigrations(migrations);
  if (unknown !== undefined)
    throw new BackupRefusal(`${what} is of a newer version of Lightship (it has ${unknown}). Update this one, and run the command again.`);
}

/** Whether rows refer to objects. */
export function refersToObjects(counts: ReadonlyMap<string, number>): boolean {
  return ['piece', 'batch_piece', 'volume', 'file_piece'].some((table) => (counts.get(table) ?? 0) > 0);
}

/**
 * Fills a database without tables, in one transaction: the tables as they were, the rows, a comparison of every row, the newest migrations. If it is
 * interrupted, the database still has no tables.
 */
export async function copyRows(source: RowsSource, into: RowsDatabase, progress: Progress): Promise<CopiedRows> {
  return into.fill(async (rows) => {
    await migrate(rows.tx, migrationsNamed(source.migrations));
    await rows.begin(source.tables);
    progress.begin('Rows written', { count: source.count, bytes: null });
    for (const table of source.tables) await writeTable(source, rows, table, { progress, engine: into.engine });
    progress.end();
    progress.begin('Rows compared', { count: source.count, bytes: null });
    let compared = 0;
    for (const table of source.tables) compared += await compareTable(source, rows, table, progress);
    progress.end();
    await rows.finish();
    await migrate(rows.tx);
    await putAuditTriggers(rows.tx as unknown as Kysely<never>);
    const { broken } = await verifyTrail(rows.tx, { after: 0, most: Number.POSITIVE_INFINITY });
    return { tables: source.tables.length, rows: compared, brokenAt: broken?.seq ?? null };
  });
}

const GROUP_BYTES = 1_000_000;
const GROUP_ROWS = 500;

async function writeTable(
  source: RowsSource,
  into: RowsWriter,
  table: Table,
  { progress, engine }: { progress: Progress; engine: RowsDatabase['engine'] },
): Promise<void> {
  let group: Row[] = [];
  let bytes = 0;
  let written = 0;
  const write = async (): Promise<void> => {
    if (group.length > 0) await into.insert(table, group);
    progress.add(group.length, bytes);
    written += group.length;
    group = [];
    bytes = 0;
  };
  for await (const row of source.rowsOf(table)) {
    if (engine === 'postgres' && row.some((value) => typeof value === 'string' && value.includes('\0')))
      throw new BackupRefusal(
        `Row ${written + group.length + 1} of the table ${table.name} has a text with a zero character, which PostgreSQL cannot store.`,
      );
    group.push(row);
    bytes += bytesOf(row);
    if (group.length >= GROUP_ROWS || bytes >= GROUP_BYTES) await write();
  }
  await write();
  const lastId = table.countedId === null ? null : await source.lastIdOf(table);
  if (lastId !== null) await into.setLastId(table, lastId);
}

/** About as many as its line has. */
function bytesOf(row: Row): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === 'string' || Buffer.isBuffer(value) ? value.length + 3 : 5), 0);
}

/** Returns how many rows there are. */
async function compareTable(source: RowsSource, written: RowsReader, table: Table, progress: Progress): Promise<number> {
  const found = linesOf(written, table)[Symbol.asyncIterator]();
  let count = 0;
  try {
    for await (const line of source.linesOf(table)) {
      count += 1;
      const same = await found.next();
      if (same.done === true || same.value !== line) throw differs(table, count);
      progress.add(1, Buffer.byteLength(line));
    }
    if ((await found.next()).done !== true) throw differs(table, count + 1);
  } finally {
    await found.return(undefined);
  }
  const lastId = table.countedId === null ? null : await source.lastIdOf(table);
  const lastIdWritten = table.countedId === null ? null : await written.lastIdOf(table);
  if (lastId !== lastIdWritten) throw new BackupRefusal(`The next number of the table ${table.name} could not be set. Nothing was kept.`);
  return count;
}

function differs({ name }: Table, row: number): BackupRefusal {
  return new BackupRefusal(`Row ${row} of the table ${name} was written and came back different. Nothing was kept.`);
}
