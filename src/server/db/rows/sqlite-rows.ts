import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { removeAuditTriggers } from '#server/db/audit-triggers.ts';
import { AtomicSqliteDialect } from '#server/db/dialect.ts';
import { SQLITE_FILE, takeFolder } from '#server/db/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { FILE_MODE, makeLastingFolder, nodeFileSystem } from '#server/storage/file-system.ts';
import type { Row } from './row-line.ts';
import { listed, quoted, type OpenedRows, type RowsReader, type RowsUse } from './rows-database.ts';
import { columnNames, type Table } from './tables.ts';

export async function openSqliteRows(folder: string, use: RowsUse): Promise<OpenedRows> {
  const path = join(folder, SQLITE_FILE);
  if (use === 'fill') {
    await makeLastingFolder(nodeFileSystem, folder);
    closeSync(openSync(path, 'a', FILE_MODE));
  } else if (!existsSync(path)) return { ok: false, why: 'missing' };
  const lock = use === 'read' ? undefined : takeFolder(folder);
  if (lock === null) return { ok: false, why: 'in_use' };
  const sqlite = new Sqlite(path, { readonly: use !== 'fill' });
  sqlite.pragma('busy_timeout = 5000');
  if (use === 'fill') {
    // With the journal of WAL, all rows would be written twice. The next start of a server sets WAL.
    sqlite.pragma('journal_mode = delete');
    sqlite.pragma('synchronous = full');
    sqlite.pragma('fullfsync = on');
    sqlite.pragma('foreign_keys = on');
  }
  const kysely = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(sqlite) });
  const reader = readerOf(sqlite);
  const hasTables = () => Promise.resolve(sqlite.prepare(`select 1 from sqlite_schema where type = 'table'`).get() !== undefined);
  return {
    ok: true,
    db: {
      engine: 'sqlite',
      hasTables,

      async snapshot(work) {
        // A deferred transaction sees the state of its first read.
        sqlite.exec('begin');
        try {
          await hasTables();
          return await work(reader);
        } finally {
          sqlite.exec('rollback');
        }
      },

      fill: (work) =>
        kysely.transaction().execute((tx) =>
          work({
            ...reader,
            tx,
            async begin(tables) {
              await removeAuditTriggers(tx as unknown as Kysely<never>);
              sqlite.pragma('defer_foreign_keys = on');
              for (const { name } of tables) sqlite.exec(`delete from ${quoted(name)}`);
            },
            insert(table, rows) {
              const places = table.columns.map(() => '?').join(', ');
              const insert = sqlite.prepare(`insert into ${quoted(table.name)} (${listed(columnNames(table.columns))}) values (${places})`);
              for (const row of rows) insert.run(...row);
              return Promise.resolve();
            },
            setLastId({ name }, id) {
              sqlite.prepare('delete from sqlite_sequence where name = ?').run(name);
              sqlite.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, id);
              return Promise.resolve();
            },
            finish() {
              const [broken] = sqlite.pragma('foreign_key_check') as { table: string }[];
              sqlite.pragma('defer_foreign_keys = off');
              return broken === undefined
                ? Promise.resolve()
                : Promise.reject(new Error(`A row of ${broken.table} refers to a row that does not exist`));
            },
          }),
        ),

      close() {
        sqlite.close();
        lock?.close();
        return Promise.resolve();
      },
    },
  };
}

function readerOf(sqlite: Sqlite.Database): RowsReader {
  return {
    migrations: () => Promise.resolve(sqlite.prepare('select name from kysely_migration order by name').pluck().all() as string[]),
    count: ({ name }) =>
      Promise.resolve(
        sqlite
          .prepare(`select count(*) from ${quoted(name)}`)
          .pluck()
          .get() as number,
      ),
    async *rowsOf({ name, columns, key }: Table) {
      const [selected, order] = [listed(columnNames(columns)), listed(columnNames(key))];
      const select = sqlite.prepare(`select ${selected} from ${quoted(name)} order by ${order}`);
      for (const row of select.raw().safeIntegers().iterate()) yield row as Row;
    },
    lastIdOf({ name }) {
      const select = sqlite.prepare('select seq from sqlite_sequence where name = ?').pluck().safeIntegers();
      const last = (select.get(name) as bigint | undefined) ?? 0n;
      return Promise.resolve(last === 0n ? null : last);
    },
  };
}
