import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Writer } from '#server/db/database.ts';
import { openTestDatabase, TEST_ENGINES, type TestDatabase } from '#server/db/test-database.ts';
import { allRecords, ENTRY, filledTrail, openForTampering } from './audit-test-bench.ts';
import { restoreAuditTriggers } from './restore-triggers.ts';
import { verifyTrail } from './verify.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const now = () => NOW;

describe.each(TEST_ENGINES)('the triggers of the audit trail on %s', (engine) => {
  let opened: TestDatabase;
  let db: Database;
  beforeEach(async () => {
    opened = await openTestDatabase(engine);
    db = opened.db;
    await filledTrail(db, now, 3);
  });
  afterEach(() => opened.drop());

  const run = (statement: string) => db.write((tx) => sql.raw(statement).execute(tx));
  const REPLACED = `(seq, at, kind, call, result, address, hash) values (2, 0, 'read', 'study', 'done', '10.0.0.1', 'ab')`;
  const REFUSED: Record<typeof engine, string[]> = {
    sqlite: [
      `insert or replace into audit_record ${REPLACED}`,
      `replace into audit_record ${REPLACED}`,
      `update or replace audit_record set seq = 2 where seq = 3`,
      `insert into audit_record ${REPLACED} on conflict (seq) do update set hash = 'ab'`,
      `insert or replace into audit_head (id, seq, hash) values (1, 0, 'ab')`,
      `update audit_head set seq = 2`,
      `delete from audit_head`,
    ],
    postgres: [
      `truncate audit_record`,
      `truncate audit_record, audit_head`,
      `insert into audit_record ${REPLACED} on conflict (seq) do update set hash = 'ab'`,
      `insert into audit_head (id, seq, hash) values (1, 0, 'ab') on conflict (id) do update set seq = 0`,
      `insert into audit_head (id, seq, hash) values (2, 0, 'ab')`,
      `update audit_head set seq = 2`,
      `delete from audit_head`,
    ],
  };

  test.each(REFUSED[engine])('refuse: %s', async (statement) => {
    const before = await allRecords(db);
    await expect(run(statement)).rejects.toThrow('append-only');
    expect(await allRecords(db)).toEqual(before);
    expect(await verifyTrail(db.read, { after: 0 })).toMatchObject({ seq: 3, records: 3, broken: null });
  });

  test.runIf(engine === 'postgres')('apply in a session that runs as a replica', async () => {
    const asReplica = (work: string) =>
      db.write(async (tx: Writer) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql.raw(work).execute(tx);
      });
    for (const work of [`delete from audit_record`, `update audit_record set hash = 'ab'`, `update audit_head set seq = 0`])
      await expect(asReplica(work)).rejects.toThrow('append-only');
    expect(await allRecords(db)).toHaveLength(3);
  });

  test('that exist are unchanged, and nothing is recorded', async () => {
    expect(await restoreAuditTriggers({ db, now })).toEqual([]);
    expect(await allRecords(db)).toHaveLength(3);
  });

  test('that were dropped or disabled are restored at a start, which is recorded', async () => {
    await openForTampering(db);
    const names = await restoreAuditTriggers({ db, now });
    expect(names).toEqual(
      engine === 'sqlite'
        ? ['head_no_delete', 'head_no_replace', 'head_no_return', 'record_no_delete', 'record_no_replace', 'record_no_update'].map(
            (name) => `audit_${name}`,
          )
        : ['audit_head_forward', 'audit_head_no_truncate', 'audit_record_append_only'],
    );
    const records = await allRecords(db);
    expect(records).toHaveLength(4);
    expect(records[3]).toMatchObject({ at: NOW, kind: 'write', call: 'restore-audit-triggers', result: 'done', address: 'server' });
    await expect(run(`delete from audit_record`)).rejects.toThrow('append-only');
    expect(await restoreAuditTriggers({ db, now })).toEqual([]);
    expect(await verifyTrail(db.read, { after: 0 })).toMatchObject({ records: 4, broken: null });
  });

  const CHANGED: Record<typeof engine, [string, string[], string][]> = {
    sqlite: [
      [
        'does nothing any more',
        [`drop trigger audit_record_no_delete`, `create trigger audit_record_no_delete before delete on audit_record begin select 1; end`],
        'audit_record_no_delete',
      ],
      [
        'swallows records and is none of ours',
        [`create trigger quiet before insert on audit_record begin select raise(ignore); end`],
        'quiet',
      ],
      [
        'swallows records and names the table in capitals',
        [`create trigger quiet before insert on AUDIT_RECORD begin select raise(ignore); end`],
        'quiet',
      ],
    ],
    postgres: [
      [
        'fires for one column alone',
        [
          `drop trigger audit_record_append_only on audit_record`,
          `create trigger audit_record_append_only before update of subject or delete or truncate on audit_record
             for each statement execute function audit_record_refuse()`,
          `alter table audit_record enable always trigger audit_record_append_only`,
        ],
        'audit_record_append_only',
      ],
      ['fires only outside of replicas', [`alter table audit_record enable trigger audit_record_append_only`], 'audit_record_append_only'],
      [
        'does nothing any more',
        [`create or replace function audit_head_guard() returns trigger language plpgsql as 'begin return new; end'`],
        'audit_head_forward',
      ],
      [
        'swallows records and is none of ours',
        [
          `create function quiet() returns trigger language plpgsql as 'begin return null; end'`,
          `create trigger quiet before insert on audit_record for each row execute function quiet()`,
        ],
        'quiet',
      ],
      [
        'compares by operators of a schema of its own',
        [`alter function audit_head_guard() set search_path = somewhere`],
        'audit_head_forward',
      ],
    ],
  };

  test.runIf(engine === 'postgres').each([
    ['rule quiet of audit_record', `create rule quiet as on insert to audit_record do instead nothing`],
    ['rule quiet of audit_head', `create rule quiet as on update to audit_head do instead nothing`],
    ['row security of audit_record', `alter table audit_record enable row level security`],
    ['row security of audit_head', `alter table audit_head force row level security`],
  ])('are the only ones: %s is removed at a start, which is recorded', async (name, statement) => {
    await run(statement);
    expect(await restoreAuditTriggers({ db, now })).toEqual([name]);
    expect(await restoreAuditTriggers({ db, now })).toEqual([]);
    await filledTrail(db, now, 1);
    expect((await allRecords(db)).map(({ call }) => call).slice(3)).toEqual(['restore-audit-triggers', ENTRY.call]);
    expect(await verifyTrail(db.read, { after: 0 })).toMatchObject({ records: 5, broken: null });
  });

  test.each(CHANGED[engine])('are restored when some %s', async (_what, statements, name) => {
    for (const statement of statements) await run(statement);
    expect(await restoreAuditTriggers({ db, now })).toEqual([name]);
    expect(await restoreAuditTriggers({ db, now })).toEqual([]);
    await filledTrail(db, now, 1);
    expect((await allRecords(db)).map(({ call }) => call)).toEqual([
      ENTRY.call,
      ENTRY.call,
      ENTRY.call,
      'restore-audit-triggers',
      ENTRY.call,
    ]);
  });
});
