import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { engineOf } from './dialect.ts';

/**
 * Triggers with which the database refuses changes to the audit trail: no record can be changed, deleted or replaced, and its head never moves
 * back. On PostgreSQL the tables must have no rules and no row security either, because both can drop a new record without an error. The owner of
 * the database can change all of this, so every start checks it (docs/decisions/319-audit-trail-integrity.md). The migration that creates the
 * triggers calls `putAuditTriggers`, so a change here needs a migration that calls it again.
 */

const TABLES = ['audit_record', 'audit_head'] as const;

/** `INSERT OR REPLACE` deletes the existing row without firing the delete trigger, so the insert trigger checks for that row. */
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

/** As stored in SQLite's schema. */
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

/** An upsert fires the update triggers. */
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

/**
 * Names of triggers of the trail that are missing, disabled or changed, and of additional ones, with rules and row security on PostgreSQL, sorted.
 */
export async function wrongAuditTriggers(db: Kysely<never>): Promise<string[]> {
  const [wanted, found] = engineOf(db) === 'sqlite' ? [sqliteWanted(), await sqliteFound(db)] : [postgresWanted(), await postgresFound(db)];
  return [...new Set([...wanted.keys(), ...found.keys()])].filter((name) => wanted.get(name) !== found.get(name)).toSorted();
}

/** Removes every trigger, rule and row security from the trail and creates the required triggers, in the caller's transaction. */
export async function putAuditTriggers(db: Kysely<never>): Promise<void> {
  await removeAuditTriggers(db);
  if (engineOf(db) === 'sqlite') {
    for (const trigger of SQLITE_TRIGGERS) await sql.raw(sqliteText(trigger)).execute(db);
    return;
  }
  for (const [name, body] of Object.entries(POSTGRES_FUNCTIONS))
    await sql`create or replace function ${sql.ref(name)}() returns trigger language plpgsql as ${sql.lit(body)}`.execute(db);
  for (const { name, on, runs, when } of POSTGRES_TRIGGERS) {
    await sql`create trigger ${sql.ref(name)} ${sql.raw(when)} execute function ${sql.ref(runs)}()`.execute(db);
    // Otherwise `set session_replication_role = replica` disables it for a session.
    await sql`alter table ${sql.table(on)} enable always trigger ${sql.ref(name)}`.execute(db);
  }
}

/** Also for a transaction that fills an empty trail with the records of another database. */
export async function removeAuditTriggers(db: Kysely<never>): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    for (const name of (await sqliteFound(db)).keys()) await sql`drop trigger ${sql.ref(name)}`.execute(db);
    return;
  }
  for (const { rule, on } of await postgresRules(db)) await sql`drop rule ${sql.ref(rule)} on ${sql.table(on)}`.execute(db);
  for (const on of await postgresRowSecurity(db))
    await sql`alter table ${sql.table(on)} disable row level security, no force row level security`.execute(db);
  for (const { tgname, on } of await postgresRows(db)) await sql`drop trigger ${sql.ref(tgname)} on ${sql.table(on)}`.execute(db);
}

function sqliteWanted(): Map<string, string> {
  return new Map(SQLITE_TRIGGERS.map((trigger) => [trigger.name, sqliteText(trigger)]));
}

/** SQLite stores the name of the table as written in the statement. */
async function sqliteFound(db: Kysely<never>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'trigger' and lower(tbl_name) in (${sql.join(TABLES)})`.execute(db);
  return new Map(rows.map(({ name, sql: text }) => [name, text]));
}

function postgresWanted(): Map<string, string> {
  return new Map(
    POSTGRES_TRIGGERS.map(({ name, on, runs, type }) => [
      name,
      JSON.stringify([on, type, '', 'A', null, runs, 'plpgsql', POSTGRES_FUNCTIONS[runs], null]),
    ]),
  );
}

async function postgresFound(db: Kysely<never>): Promise<Map<string, string>> {
  const triggers = await postgresRows(db);
  const [rules, secured] = [await postgresRules(db), await postgresRowSecurity(db)];
  return new Map([
    ...triggers.map(({ tgname, on, tgtype, columns, tgenabled, condition, proname, lanname, prosrc, proconfig }): [string, string] => [
      tgname,
      JSON.stringify([on, tgtype, columns, tgenabled, condition, proname, lanname, prosrc, proconfig]),
    ]),
    ...rules.map(({ rule, on }): [string, string] => [`rule ${rule} of ${on}`, rule]),
    ...secured.map((on): [string, string] => [`row security of ${on}`, on]),
  ]);
}

interface PostgresRow {
  tgname: string;
  on: string;
  tgtype: number;
  /** The columns, if it fires only for updates of some. */
  columns: string;
  tgenabled: string;
  condition: string | null;
  proname: string;
  lanname: string;
  prosrc: string;
  /** Settings in force while it runs. Another `search_path` would change the meaning of its comparisons. */
  proconfig: string | null;
}

async function postgresRows(db: Kysely<never>): Promise<PostgresRow[]> {
  const { rows } = await sql<PostgresRow>`
    select tgname, relname as "on", tgtype, tgattr::text as columns, tgenabled::text, tgqual::text as condition, proname, lanname, prosrc,
      proconfig::text
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid join pg_language on pg_language.oid = prolang
    where not tgisinternal and ${isOfTrail}`.execute(db);
  return rows;
}

async function postgresRules(db: Kysely<never>): Promise<{ rule: string; on: string }[]> {
  const { rows } = await sql<{ rule: string; on: string }>`
    select rulename as rule, relname as "on" from pg_rewrite join pg_class on pg_class.oid = ev_class where ${isOfTrail}`.execute(db);
  return rows;
}

/** Tables of the trail with row security enabled, or forced on their owner. */
async function postgresRowSecurity(db: Kysely<never>): Promise<string[]> {
  const { rows } = await sql<{ on: string }>`
    select relname as "on" from pg_class where (relrowsecurity or relforcerowsecurity) and ${isOfTrail}`.execute(db);
  return rows.map(({ on }) => on);
}

const isOfTrail = sql`relname in (${sql.join(TABLES)}) and relnamespace = current_schema()::regnamespace`;
