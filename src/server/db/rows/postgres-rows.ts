import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { removeAuditTriggers } from '#server/db/audit-triggers.ts';
import { NUMBER_TYPES, POSTGRES_HOLD } from '#server/db/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Row, Value } from './row-line.ts';
import { listed, quoted, type OpenedRows, type RowsReader, type RowsUse } from './rows-database.ts';
import { columnNames, type Column, type Table } from './tables.ts';

const ROWS_AT_ONCE = 100;
const INT8 = 20;

/** As text of any length, instead of a number that would be rounded. */
const EXACT_TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

export async function openPostgresRows(url: string, use: RowsUse): Promise<OpenedRows> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000, types: NUMBER_TYPES });
  // A connection that breaks fails the next query, and that says so.
  client.on('error', () => undefined);
  await client.connect();
  // Settings of the database must not end a copy that takes hours.
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  if (use !== 'read' && !(await holdDatabase(client))) {
    await client.end();
    return { ok: false, why: 'in_use' };
  }
  const kysely = kyselyOver(client);
  const reader = readerOf(client);
  return {
    ok: true,
    db: {
      engine: 'postgres',
      hasTables: async () => {
        const { rowCount } = await client.query(
          `select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`,
        );
        return rowCount === 1;
      },

      async snapshot(work) {
        await client.query('begin isolation level repeatable read read only');
        try {
          return await work(reader);
        } finally {
          await client.query('rollback').catch(() => undefined);
        }
      },

      fill: (work) =>
        kysely.transaction().execute((tx) => {
          let keys: ForeignKey[] = [];
          return work({
            ...reader,
            tx,
            async begin(tables) {
              await removeAuditTriggers(tx as unknown as Kysely<never>);
              keys = await foreignKeysOf(client);
              for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
              for (const { name } of tables) await client.query(`delete from ${quoted(name)}`);
            },
            insert: (table, rows) => insertInto(client, table, rows),
            async setLastId({ name, countedId }, id) {
              await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [quoted(name), countedId, String(id)]);
            },
            async finish() {
              for (const { table, name, definition } of keys)
                await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
            },
          });
        }),

      close: () => client.end(),
    },
  };
}

const HOLD_TRIES = 8;
const HOLD_PAUSE_MS = 200;

/**
 * False if anybody else is connected. A running server always is, because it asks for jobs every two seconds. One that starts later finds the lock
 * and does not start. A server that has just stopped, or a killed command, is given a moment to be gone.
 */
async function holdDatabase(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < HOLD_TRIES; tries += 1) {
    if (tries > 0) await pause(HOLD_PAUSE_MS);
    if ((await takeLock(client)) && (await isAlone(client))) return true;
  }
  return false;
}

/** May be taken several times by the same connection. */
async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [POSTGRES_HOLD]);
  return rows[0]?.held === true;
}

async function isAlone(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`,
  );
  return rowCount === 0;
}

/** Kysely on this one connection, so that both take part in the same transaction. */
function kyselyOver(client: pg.Client): Kysely<Schema> {
  const only = Object.assign(client, { release: () => undefined }) as unknown as PostgresPoolClient;
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { options: {}, connect: () => Promise.resolve(only), end: () => Promise.resolve() } }),
  });
}

function readerOf(client: pg.Client): RowsReader {
  return {
    async migrations() {
      const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name collate "C"');
      return rows.map(({ name }) => name);
    },
    async count({ name }) {
      const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${quoted(name)}`);
      return rows[0]!.count;
    },
    async *rowsOf({ name, columns, key }: Table) {
      const order = key.map((column) => `${quoted(column.name)}${column.type === 'text' ? ' collate "C"' : ''}`).join(', ');
      await client.query(
        `declare copied_rows no scroll cursor for select ${listed(columnNames(columns))} from ${quoted(name)} order by ${order}`,
      );
      try {
        for (let isLast = false; !isLast;) {
          const text = `fetch ${ROWS_AT_ONCE} from copied_rows`;
          const { rows } = await client.query<Value[]>({ text, rowMode: 'array', types: EXACT_TYPES });
          yield* rows as Row[];
          isLast = rows.length < ROWS_AT_ONCE;
        }
      } finally {
        await client.query('close copied_rows').catch(() => undefined);
      }
    },
    async lastIdOf({ name, countedId }) {
      const text = 'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) as last';
      const { rows } = await client.query<{ last: bigint | null }>({ text, values: [quoted(name), countedId], types: EXACT_TYPES });
      return rows[0]?.last ?? null;
    },
  };
}

const ARRAYS: Record<Column['type'], string> = { integer: 'bigint[]', real: 'double precision[]', text: 'text[]', blob: 'bytea[]' };

/** An array for each column: with a parameter for each value, PostgreSQL took most of its time to read the statement. */
async function insertInto(client: pg.Client, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${ARRAYS[type]}`).join(', ');
  const values = columns.map((_, at) => rows.map((row) => row[at]));
  await client.query(`insert into ${quoted(name)} (${listed(columnNames(columns))}) select * from unnest(${arrays})`, values);
}

interface ForeignKey {
  /** Quoted. */
  table: string;
  name: string;
  definition: string;
}

async function foreignKeysOf(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  return rows;
}
