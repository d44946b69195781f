import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { engineOf } from './dialect.ts';

/**
 * Triggers by which the database itself refuses to change the audit trail: no record is changed, deleted or replaced, and its head never goes back.
 * Who owns the database can drop them; every start looks (docs/decisions/319-the-audit-trail-keeps-its-triggers.md). The migration that makes them
 * calls `putAuditTriggers`, so a change here needs a migration that calls it again.
 */

const TABLES = ['audit_record', 'audit_head'] as const;

/** `INSERT OR REPLACE` deletes the row of before without firing the trigger for deletes, so an insert looks for that row itself. */
const SQLITE_TRIGGERS: readonly { name: string; on: (typeof TABLES)[number]; when: string }[] = [
  { name: 'audit_record_no_update', on: 'audit_record', when: 'BEFORE UPDATE ON audit_record' },
  { name: 'audit_record_no_delete', on: 'audit_record', when: 'BEFORE DELETE ON audit_record' },
  {
    name: 'audit_record_no_replace',
    on: 'audit_record',
    when: 'BEFORE INSERT ON audit_record WHEN EXISTS (SELECT 1 FROM audit_record WHERE seq = new.seq)',
  },
  { name: 'audit_head_no_return', on: 'audit_head', when: 'BEFORE UPDATE ON audit_head WHEN new.id <> old.id OR new.seq < old.seq' },
  { name: 'audit_head_no_delete', on: 'audit_head', when: 'BEFORE DELETE ON audit_head' },
  { name: 'audit_head_no_replace', on: 'audit_head', when: 'BEFORE INSERT ON audit_head WHEN EXISTS (SELECT 1 FROM audit_head)' },
];

/** As SQLite keeps it in its schema. */
const sqliteText = ({ name, on, when }: (typeof SQLITE_TRIGGERS)[number]): string =>
  `CREATE TRIGGER ${name} ${when} BEGIN SELECT RAISE(ABORT, '${on} is append-only'); END`;

const POSTGRES_FUNCTIONS = {
  audit_record_refuse: `begin raise exception 'append-only'; end`,
  audit_head_guard: `begin
    if tg_op = 'UPDATE' and new.id = old.id and new.seq >= old.seq then return new; end if;
    raise exception 'append-only';
  end`,
};

interface PostgresTrigger {
  name: string;
  on: (typeof TABLES)[number];
  when: string;
  /** `pg_trigger.tgtype`: 1 for each row, 2 before, 4 insert, 8 delete, 16 update, 32 truncate. */
  type: number;
  runs: keyof typeof POSTGRES_FUNCTIONS;
}

/** An upsert fires what an update fires. */
const POSTGRES_TRIGGERS: readonly PostgresTrigger[] = [
  {
    name: 'audit_record_append_only',
    on: 'audit_record',
    when: 'before update or delete or truncate on audit_record for each statement',
    type: 2 + 8 + 16 + 32,
    runs: 'audit_record_refuse',
  },
  {
    name: 'audit_head_forward',
    on: 'audit_head',
    when: 'before insert or update or delete on audit_head for each row',
    type: 1 + 2 + 4 + 8 + 16,
    runs: 'audit_head_guard',
  },
  {
    name: 'audit_head_no_truncate',
    on: 'audit_head',
    when: 'before truncate on audit_head for each statement',
    type: 2 + 32,
    runs: 'audit_record_refuse',
  },
];

/** Names of triggers of the trail that are missing, switched off or changed, and of others that somebody put there, in their order. */
export async function wrongAuditTriggers(db: Kysely<never>): Promise<string[]> {
  const [wanted, found] = engineOf(db) === 'sqlite' ? [sqliteWanted(), await sqliteFound(db)] : [postgresWanted(), await postgresFound(db)];
  return [...new Set([...wanted.keys(), ...found.keys()])].filter((name) => wanted.get(name) !== found.get(name)).toSorted();
}

/** Takes every trigger off the trail and makes those that belong there, in the transaction of the caller. */
export async function putAuditTriggers(db: Kysely<never>): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    for (const name of (await sqliteFound(db)).keys()) await sql`drop trigger ${sql.ref(name)}`.execute(db);
    for (const trigger of SQLITE_TRIGGERS) await sql.raw(sqliteText(trigger)).execute(db);
    return;
  }
  for (const { tgname, on } of await postgresRows(db)) await sql`drop trigger ${sql.ref(tgname)} on ${sql.table(on)}`.execute(db);
  for (const [name, body] of Object.entries(POSTGRES_FUNCTIONS))
    await sql`create or replace function ${sql.ref(name)}() returns trigger language plpgsql as ${sql.lit(body)}`.execute(db);
  for (const { name, on, runs, when } of POSTGRES_TRIGGERS) {
    await sql`create trigger ${sql.ref(name)} ${sql.raw(when)} execute function ${sql.ref(runs)}()`.execute(db);
    // Else `set session_replication_role = replica` switches it off for a session.
    await sql`alter table ${sql.table(on)} enable always trigger ${sql.ref(name)}`.execute(db);
  }
}

function sqliteWanted(): Map<string, string> {
  return new Map(SQLITE_TRIGGERS.map((trigger) => [trigger.name, sqliteText(trigger)]));
}

/** SQLite keeps the name of the table as the statement wrote it. */
async function sqliteFound(db: Kysely<never>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'trigger' and lower(tbl_name) in (${sql.join(TABLES)})`.execute(db);
  return new Map(rows.map(({ name, sql: text }) => [name, text]));
}

function postgresWanted(): Map<string, string> {
  return new Map(
    POSTGRES_TRIGGERS.map(({ name, on, runs, type }) => [name, JSON.stringify([on, type, '', 'A', null, runs, POSTGRES_FUNCTIONS[runs]])]),
  );
}

async function postgresFound(db: Kysely<never>): Promise<Map<string, string>> {
  const rows = await postgresRows(db);
  return new Map(
    rows.map(({ tgname, on, tgtype, columns, tgenabled, condition, proname, prosrc }) => [
      tgname,
      JSON.stringify([on, tgtype, columns, tgenabled, condition, proname, prosrc]),
    ]),
  );
}

interface PostgresRow {
  tgname: string;
  on: string;
  tgtype: number;
  /** Where it fires for an update of some columns alone. */
  columns: string;
  tgenabled: string;
  condition: string | null;
  proname: string;
  prosrc: string;
}

async function postgresRows(db: Kysely<never>): Promise<PostgresRow[]> {
  const { rows } = await sql<PostgresRow>`
    select tgname, relname as "on", tgtype, tgattr::text as columns, tgenabled::text, tgqual::text as condition, proname, prosrc
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and relname in (${sql.join(TABLES)}) and relnamespace = current_schema()::regnamespace`.execute(db);
  return rows;
}
