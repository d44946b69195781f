import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFileSystem } from '#server/storage/file-system.ts';
import type { Database, Reader, Writer } from './database.ts';
import { AtomicSqliteDialect, isUniqueViolation, lockRows } from './dialect.ts';
import { migrate } from './migrate.ts';
import { studyState } from '#server/rules/studies/studies-state.ts';
import { MIGRATIONS } from './migrations.ts';
import { openDatabase, SQLITE_FILE } from './open-database.ts';
import type { Schema } from './schema.ts';
import { openTestDatabase, TEST_ENGINES } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

const team = (slug: string) => ({ slug, title: slug, color: '#336699', change_seq: 0, created_at: 1_800_000_000_000 });

describe.each(TEST_ENGINES)('the database on %s', (engine) => {
  let opened: TestDatabase;
  let db: Database;
  beforeEach(async () => {
    opened = await openTestDatabase(engine);
    db = opened.db;
  });
  afterEach(() => opened.drop());

  test('starts with the first roles and the body parts', async () => {
    const roles = await db.read.selectFrom('role').select(['id', 'name']).orderBy('id').execute();
    expect(roles.map((role) => role.name)).toEqual([
      'Member',
      'Annotator',
      'Reviewer',
      'Data scientist',
      'Team administrator',
      'Platform administrator',
    ]);
    const prostate = await db.read.selectFrom('category').select('title').where('slug', '=', 'prostate').executeTakeFirst();
    expect(prostate).toEqual({ title: 'Prostate' });
  });

  test('returns ids, times, counts and sums as numbers', async () => {
    await db.write(async (tx) =>
      tx
        .insertInto('team')
        .values([team('north'), team('south')])
        .execute(),
    );
    const row = await db.read
      .selectFrom('team')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('created_at').as('sum'), eb.fn.max('id').as('id')])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ count: 2, sum: 3_600_000_000_000, id: 2 });
  });

  test('returns the current rows for a repeated query, after any number of others', async () => {
    const titleOf = async (slug: string) =>
      (await db.read.selectFrom('team').select('title').where('slug', '=', slug).executeTakeFirst())?.title;
    for (const slug of ['north', 'south']) await db.write((tx) => tx.insertInto('team').values(team(slug)).execute());
    expect([await titleOf('north'), await titleOf('south'), await titleOf('east')]).toEqual(['north', 'south', undefined]);
    for (let count = 1; count <= 320; count += 1) {
      const slugs = Array.from({ length: count }, (_, at) => (at === count - 1 ? 'south' : `nobody-${at}`));
      expect(await db.read.selectFrom('team').select('slug').where('slug', 'in', slugs).execute()).toEqual([{ slug: 'south' }]);
    }
    await db.write((tx) => tx.updateTable('team').set({ title: 'another' }).where('slug', '=', 'north').execute());
    expect(await titleOf('north')).toBe('another');
  });

  test('commits a transaction completely or not at all', async () => {
    const attempt = db.write(async (tx) => {
      await tx.insertInto('team').values(team('north')).execute();
      throw new Error('after the insert');
    });
    await expect(attempt).rejects.toThrow('after the insert');
    expect(await db.read.selectFrom('team').selectAll().execute()).toEqual([]);
  });

  test('answers a read while a transaction is open, without its rows', async () => {
    await db.write(async (tx) => {
      await tx.insertInto('team').values(team('north')).execute();
      expect(await db.read.selectFrom('team').selectAll().execute()).toEqual([]);
    });
    expect(await db.read.selectFrom('team').selectAll().execute()).toHaveLength(1);
  });

  test('serves more reads than it has connections while they write', async () => {
    const slugs = Array.from({ length: 30 }, (_, i) => `team${i}`);
    await Promise.all(
      slugs.map((slug) =>
        db.write(async (tx) => {
          await db.read.selectFrom('role').select('id').execute();
          await tx.insertInto('team').values(team(slug)).execute();
        }),
      ),
    );
    expect(await db.read.selectFrom('team').select('id').execute()).toHaveLength(30);
  });

  test('refuses a write inside a write, and continues', async () => {
    const nested = db.write(() => db.write(async (tx) => tx.insertInto('team').values(team('inner')).execute()));
    await expect(nested).rejects.toThrow('A write was started inside another write');
    await db.write(async (tx) => tx.insertInto('team').values(team('north')).execute());
    expect(await db.read.selectFrom('team').select('slug').execute()).toEqual([{ slug: 'north' }]);
  });

  test('lets concurrent read-and-add transactions each see the previous one', async () => {
    await db.write(async (tx) => tx.insertInto('team').values(team('north')).execute());
    await Promise.all(
      Array.from({ length: 20 }, () =>
        db.write(async (tx) => {
          const { change_seq } = await tx
            .selectFrom('team')
            .select('change_seq')
            .where('slug', '=', 'north')
            .$call(lockRows(tx))
            .executeTakeFirstOrThrow();
          await tx
            .updateTable('team')
            .set({ change_seq: change_seq + 1 })
            .where('slug', '=', 'north')
            .execute();
        }),
      ),
    );
    expect(await db.read.selectFrom('team').select('change_seq').executeTakeFirst()).toEqual({ change_seq: 20 });
  });

  test('reports a duplicate key as such, and no other failure', async () => {
    const error = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (reason: unknown) => reason,
      );
    await db.write(async (tx) => tx.insertInto('team').values(team('north')).execute());
    expect(isUniqueViolation(await error(db.write(async (tx) => tx.insertInto('team').values(team('north')).execute())))).toBe(true);
    const orphan = { team_id: 99, user_id: 99, role_id: 1, created_at: 0 };
    const orphaned = await error(db.write(async (tx) => tx.insertInto('membership').values(orphan).execute()));
    expect(orphaned).toBeInstanceOf(Error);
    expect(isUniqueViolation(orphaned)).toBe(false);
  });

  test('refuses a value of the wrong type', async () => {
    const wrong = { ...team('north'), created_at: 'yesterday' as unknown as number };
    await expect(db.write(async (tx) => tx.insertInto('team').values(wrong).execute())).rejects.toThrow();
  });
});

test('an interrupted SQLite migration leaves nothing behind, and can be repeated', async () => {
  const db = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(new Sqlite(':memory:')) });
  const cutShort = { ...MIGRATIONS, '9999-cut-short': { up: () => Promise.reject(new Error('cut short')) } };
  await expect(migrate(db, cutShort)).rejects.toThrow('9999-cut-short failed');
  expect((await db.introspection.getTables()).map((table) => table.name)).toEqual([]);
  await migrate(db);
  expect(await db.selectFrom('role').select('id').execute()).toHaveLength(6);
  await db.destroy();
});

test('a full database reports that, also after SQLite rolled back by itself, and continues when there is space', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lightship-db-'));
  const sqlite = new Sqlite(join(folder, 'small.sqlite'));
  sqlite.pragma('journal_mode = wal');
  const db = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(sqlite) });
  await migrate(db);
  const pages = sqlite.pragma('page_count', { simple: true }) as number;
  sqlite.pragma(`max_page_count = ${pages + 2}`);
  // A cache of a few pages, so that the transaction needs disk space before its commit.
  sqlite.pragma('cache_size = 2');
  const fill = () =>
    db.transaction().execute(async (tx) => {
      for (let at = 0; at < 50; at += 1)
        await tx
          .insertInto('team')
          .values({ ...team(`t${at}`), title: 'x'.repeat(3_000) })
          .execute();
    });
  await expect(fill()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect(await db.selectFrom('team').select('id').execute()).toEqual([]);
  sqlite.pragma(`max_page_count = ${pages + 1_000}`);
  await fill();
  expect(await db.selectFrom('team').select('id').execute()).toHaveLength(50);
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

test('another program finds a SQLite database busy during a whole write, and the write sees consistent data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lightship-db-'));
  const opened = await openDatabase({ engine: 'sqlite', folder });
  if (!opened.ok) throw new Error(opened.why);
  const { db } = opened;
  const other = new Sqlite(join(folder, SQLITE_FILE), { timeout: 0 });
  const renamed = (): void => void other.exec(`update category set title = 'Renamed'`);
  try {
    await db.write(async (tx) => {
      const { title } = await tx.selectFrom('category').select('title').where('slug', '=', 'prostate').executeTakeFirstOrThrow();
      expect(renamed).toThrow('database is locked');
      await tx
        .updateTable('category')
        .set({ title: `${title} and around` })
        .where('slug', '=', 'prostate')
        .execute();
    });
    const { title } = await db.read.selectFrom('category').select('title').where('slug', '=', 'prostate').executeTakeFirstOrThrow();
    expect(title).toBe('Prostate and around');
    expect(renamed).not.toThrow();
  } finally {
    other.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('after a power cut a SQLite database keeps', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lightship-db-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('every acknowledged commit, as the connection settings show', async () => {
    const opened = await openDatabase({ engine: 'sqlite', folder });
    if (!opened.ok) throw new Error(opened.why);
    const { db } = opened;
    const valueOf = async (on: Reader | Writer, name: string): Promise<unknown> => {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(on);
      return Object.values(rows[0]!)[0];
    };
    const valuesOf = async (on: Reader | Writer, names: readonly string[]): Promise<unknown[]> => {
      const values: unknown[] = [];
      for (const name of names) values.push(await valueOf(on, name));
      return values;
    };
    // 2 is FULL. With NORMAL (1), a WAL commit may be lost.
    const lasting = ['journal_mode', 'synchronous', 'fullfsync', 'foreign_keys', 'busy_timeout'];
    expect(await db.write((tx) => valuesOf(tx, lasting))).toEqual(['wal', 2, 1, 1, 5_000]);
    expect(await valuesOf(db.read, ['journal_mode', 'busy_timeout'])).toEqual(['wal', 5_000]);
    await expect(sql`delete from category`.execute(db.read)).rejects.toThrow('readonly');
    await db.close();
  });

  test('the name of its folder and of the folders above', async () => {
    const synced: string[] = [];
    const fs: Parameters<typeof openDatabase>[1] = {
      mkdir: (path, options) => nodeFileSystem.mkdir(path, options),
      async open(path, flags) {
        const file = await nodeFileSystem.open(path, flags);
        return Object.assign(file, { sync: async () => void synced.push(path) });
      },
    };
    const opened = await openDatabase({ engine: 'sqlite', folder: join(folder, 'data', 'database') }, fs);
    if (!opened.ok) throw new Error(opened.why);
    await opened.db.close();
    expect(synced.slice(0, 2)).toEqual([join(folder, 'data'), folder]);
    expect(synced.at(-1)).toBe('/');
  });
});

describe('the folder of a SQLite database', () => {
  test('belongs to one server at a time and keeps its rows across a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lightship-db-'));
    try {
      const first = await openDatabase({ engine: 'sqlite', folder });
      if (!first.ok) throw new Error(first.why);
      expect(await openDatabase({ engine: 'sqlite', folder })).toEqual({ ok: false, why: 'in_use' });
      await first.db.write(async (tx) => tx.insertInto('team').values(team('north')).execute());
      await first.db.close();

      const second = await openDatabase({ engine: 'sqlite', folder });
      if (!second.ok) throw new Error(second.why);
      expect(await second.db.read.selectFrom('team').select('slug').execute()).toEqual([{ slug: 'north' }]);
      await second.db.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('migration 0003 fills in the last change of an existing upload from its last chunk, and leaves others empty', async () => {
  const db = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(new Sqlite(':memory:')) });
  const before = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0003'));
  await migrate(db, before);
  await sql`pragma foreign_keys = off`.execute(db);
  for (const [id, state] of [
    [1, 'converted'],
    [2, 'receiving'],
  ] as const) {
    await sql`insert into upload (id, session, team_id, user_id, started, state, created_at, updated_at)
      values (${id}, ${`s${id}`}, 1, 1, 0, 'open', 0, 0)`.execute(db);
    for (const index of [0, 1])
      await sql`insert into chunk (upload_id, chunk_index, sha256, bytes, object_key, created_at)
        values (${id}, ${index}, '', 1, ${`${id}-${index}`}, ${1_000 + index})`.execute(db);
    await sql`insert into series (uuid, study_id, upload_id, client_id, idx, series_instance_uid, series_number, series_description, modality, cnt,
        number_of_frames, rows, columns, type, file_count, total_bytes, proved_files, state, created_at, updated_at)
      values (${`u${id}`}, 1, ${id}, 'a', 0, '', '', '', '', 1, 1, 1, 1, 'dcm', 1, 1, 1, ${state}, 0, 0)`.execute(db);
  }
  await migrate(db);
  expect(await db.selectFrom('upload').select(['id', 'sent_at']).orderBy('id').execute()).toEqual([
    { id: 1, sent_at: 1_001 },
    { id: 2, sent_at: null },
  ]);
  await db.destroy();
});

test('an existing study is found by patient name and series description after the migration to the quick search', async () => {
  const db = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(new Sqlite(':memory:')) });
  await migrate(db, Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0006')));
  await sql`pragma foreign_keys = off`.execute(db);
  for (const id of [1, 2])
    await sql`insert into study (id, uuid, team_id, upload_id, client_id, study_instance_uid, patient_name, original_patient_name, patient_sex, study_date,
        study_time, modality, body_part, anonymize, dirty, created_at, updated_at)
      values (${id}, ${`u${id}`}, 1, ${id}, 's', '', ${`MÜLLER^${id}`}, '', '', '', '', '', '', 0, 0, 0, 0)`.execute(db);
  for (const name of ['T2\nSag', 'DWI'])
    await sql`insert into series (uuid, study_id, upload_id, client_id, idx, series_instance_uid, series_number, series_description, modality, cnt,
        number_of_frames, rows, columns, type, file_count, total_bytes, proved_files, state, created_at, updated_at)
      values (${name}, 1, 1, ${name}, 0, '', '', ${name}, '', 1, 1, 1, 1, 'dcm', 1, 1, 1, 'proved', 0, 0)`.execute(db);
  await migrate(db);
  expect(await db.selectFrom('study').select('search_text').orderBy('id').execute()).toEqual([
    { search_text: 'müller^1\nt2 sag\ndwi' },
    { search_text: 'müller^2' },
  ]);
  await db.destroy();
});

test('a study from before there were patients becomes a patient of its own', async () => {
  const db = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(new Sqlite(':memory:')) });
  await migrate(db, Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0051')));
  await sql`pragma foreign_keys = off`.execute(db);
  for (const id of [1, 2])
    await sql`insert into study (id, uuid, team_id, upload_id, client_id, study_instance_uid, patient_name, original_patient_name, patient_sex, study_date,
        study_time, modality, body_part, anonymize, dirty, created_at, updated_at)
      values (${id}, ${`u${id}`}, ${id}, ${id}, 's', '', 'Heron^Quiet', '', 'F', '', '', '', '', 0, 0, 7, 8)`.execute(db);
  await migrate(db);
  const patients = await db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select([
      'study.id',
      'patient.uuid',
      'patient.team_id',
      'patient.sex',
      'patient.patient_id',
      'patient.created_at',
      'study.patient_from',
    ])
    .orderBy('study.id')
    .execute();
  expect(patients).toEqual(
    [1, 2].map((id) => ({ id, uuid: `u${id}`, team_id: id, sex: 'F', patient_id: '', created_at: 7, patient_from: 'none' })),
  );
  await db.destroy();
});

describe('migration 0054 orders existing studies by name', () => {
  const SEARCH_TEXTS = ['müller^eva\nt2 sag\ndwi', 'abel', '', '\ndwi', 'x'.repeat(100)];
  const NAME_KEYS = ['müller^eva', 'abel', '', '', 'x'.repeat(64)];

  test('on sqlite', async () => {
    const db = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(new Sqlite(':memory:')) });
    await migrate(db, Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0054')));
    await sql`pragma foreign_keys = off`.execute(db);
    await insertStudies(db);
    await migrate(db);
    expect(await nameKeys(db)).toEqual(NAME_KEYS);
    expect(await db.selectFrom('study').select('folder_id').distinct().execute()).toEqual([{ folder_id: null }]);
    await db.destroy();
  });

  test.runIf(TEST_ENGINES.includes('postgres'))('on postgres', async () => {
    const { db, drop } = await openTestDatabase('postgres');
    await db.write(async (tx) => {
      await sql`drop index study_by_date, upload_by_user`.execute(tx);
      await sql`alter table study drop column folder_id, drop column name_key`.execute(tx);
      for (const column of ['team_id', 'upload_id', 'patient_id'])
        await sql`alter table study drop constraint ${sql.ref(`study_${column}_fkey`)}`.execute(tx);
      await sql`drop table saved_view, folder`.execute(tx);
      await insertStudies(tx);
      await MIGRATIONS['0054-folders-and-views']?.up(tx);
      expect(await nameKeys(tx)).toEqual(NAME_KEYS);
    });
    await drop();
  });

  async function insertStudies(db: Reader): Promise<void> {
    for (const [id, text] of SEARCH_TEXTS.entries())
      await sql`insert into study (id, uuid, team_id, upload_id, client_id, study_instance_uid, patient_name, original_patient_name, patient_sex, study_date,
          study_time, modality, body_part, anonymize, dirty, created_at, updated_at, patient_id, search_text)
        values (${id}, ${`u${id}`}, 1, 1, ${`s${id}`}, '', '', '', '', '', '', '', 'prostate', 0, 0, 0, 0, 1, ${text})`.execute(db);
  }
  const nameKeys = async (db: Reader) =>
    (await db.selectFrom('study').select('name_key').orderBy('id').execute()).map(({ name_key }) => name_key);
});

test('migration 0063 stores the state and the uploader of existing studies', async () => {
  const db = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(new Sqlite(':memory:')) });
  await migrate(db, Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0063')));
  await sql`pragma foreign_keys = off`.execute(db);
  await sql`insert into upload (id, session, team_id, user_id, started, state, created_at, updated_at) values (4, 's', 1, 9, 0, 'open', 0, 0)`.execute(
    db,
  );
  const states = ['receiving', 'proved', 'converting', 'converted', 'error'] as const;
  const studies = [[], ...states.flatMap((one) => [[one], ...states.map((other) => [one, other])])];
  for (const [id, series] of studies.entries()) {
    await sql`insert into study (id, uuid, team_id, upload_id, client_id, study_instance_uid, patient_name, original_patient_name, patient_sex, study_date,
        study_time, modality, body_part, anonymize, dirty, created_at, updated_at, patient_id)
      values (${id}, ${`u${id}`}, 1, 4, ${`s${id}`}, '', '', '', '', '', '', '', '', 0, 0, 0, 0, 1)`.execute(db);
    for (const [idx, state] of series.entries())
      await sql`insert into series (uuid, study_id, upload_id, client_id, idx, series_instance_uid, series_number, series_description, modality, cnt,
          number_of_frames, rows, columns, type, file_count, total_bytes, proved_files, state, created_at, updated_at)
        values (${`${id} ${idx}`}, ${id}, 4, ${`${id} ${idx}`}, ${idx}, '', '', '', '', 1, 1, 1, 1, 'dcm', 1, 1, 1, ${state}, 0, 0)`.execute(
        db,
      );
  }
  await migrate(db);
  const stored = await db.selectFrom('study').select(['state', 'uploaded_by']).orderBy('id').execute();
  expect(stored).toEqual(studies.map((series) => ({ state: studyState(series), uploaded_by: 9 })));
  await db.destroy();
});

test('migration 0040 removes verifications by invitation: people keep their teams and verify by mail, except platform administrators', async () => {
  const db = new Kysely<Schema>({ dialect: new AtomicSqliteDialect(new Sqlite(':memory:')) });
  await migrate(db, Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0040')));
  await sql`pragma foreign_keys = off`.execute(db);
  for (const [id, verifiedAt, platformAdmin] of [
    [1, 5, 1],
    [2, 5, 0],
    [3, null, 0],
  ] as const) {
    await sql`insert into "user" (id, email, name, color, password_hash, email_verified_at, platform_admin, permission_version, created_at)
      values (${id}, ${`${id}@example.org`}, '', '', '', ${verifiedAt}, ${platformAdmin}, 1, 0)`.execute(db);
    await sql`insert into membership (team_id, user_id, role_id, created_at) values (1, ${id}, 1, 0)`.execute(db);
  }
  await migrate(db);
  expect(await db.selectFrom('user').select(['id', 'email_verified_at']).orderBy('id').execute()).toEqual([
    { id: 1, email_verified_at: 5 },
    { id: 2, email_verified_at: null },
    { id: 3, email_verified_at: null },
  ]);
  expect(await db.selectFrom('membership').select(['user_id', 'with_token']).orderBy('user_id').execute()).toEqual([
    { user_id: 1, with_token: 0 },
    { user_id: 2, with_token: 1 },
    { user_id: 3, with_token: 0 },
  ]);
  await db.destroy();
});

test.runIf(TEST_ENGINES.includes('postgres'))(
  'a connection that breaks within a transaction fails that transaction and nothing else',
  async () => {
    const { db, drop } = await openTestDatabase('postgres');
    const transaction = db.write(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(db.read);
      // Without a statement on its way, nothing but a listener learns of it.
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sql`select 1`.execute(tx);
    });
    await expect(transaction).rejects.toThrow();
    expect((await sql<{ one: number }>`select 1 as one`.execute(db.read)).rows).toEqual([{ one: 1 }]);
    await drop();
  },
);
