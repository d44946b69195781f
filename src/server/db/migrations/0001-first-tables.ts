import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely';
import { FIRST_ROLES } from '#contract/permissions.ts';
import { FIRST_CATEGORIES } from '#server/db/categories.ts';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Every table of schema.ts, with the roles and body parts that a new server starts with. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  await createPeople(db);
  await createTeams(db);
  await createJobs(db);
  await createUploads(db);
  await createStudies(db);
  await createBytes(db);
  await seedFirstRows(db);
}

type Build = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
type Columns = Record<string, readonly [type: 'id' | 'whole' | 'text' | 'bit' | 'real', build?: Build]>;

const optional: Build = (column) => column;
const required: Build = (column) => column.notNull();
const unique: Build = (column) => column.notNull().unique();
const key: Build = (column) => column.primaryKey();
/** A row of another table, which deletes this one with it. */
const partOf =
  (target: string): Build =>
  (column) =>
    column.notNull().references(target).onDelete('cascade');
/** A row of another table, which cannot be deleted while this one refers to it. */
const refersTo =
  (target: string): Build =>
  (column) =>
    column.notNull().references(target);

async function createTable(
  db: Kysely<Schema>,
  name: keyof Schema,
  columns: Columns,
  constraints: (table: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string> = (table) => table,
): Promise<void> {
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name as string);
  for (const [column, [type, build = required]] of Object.entries(columns)) {
    table = type === 'id' ? table.addColumn(column, types.whole, types.countedId) : table.addColumn(column, types[type], build);
  }
  await withStrictTypes(engine, constraints(table)).execute();
}

async function createIndex(db: Kysely<Schema>, table: keyof Schema, ...columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}

async function createPeople(db: Kysely<Schema>): Promise<void> {
  await createTable(db, 'team', {
    id: ['id'],
    slug: ['text', unique],
    title: ['text'],
    color: ['text'],
    change_seq: ['whole'],
    created_at: ['whole'],
  });
  await createTable(db, 'user', {
    id: ['id'],
    email: ['text', unique],
    name: ['text'],
    color: ['text'],
    password_hash: ['text'],
    email_verified_at: ['whole', optional],
    platform_admin: ['bit'],
    preferred_team_id: ['whole', (column) => column.references('team.id').onDelete('set null')],
    permission_version: ['whole'],
    disabled_at: ['whole', optional],
    created_at: ['whole'],
  });
  await createTable(db, 'sign_in', {
    id: ['id'],
    user_id: ['whole', partOf('user.id')],
    cookie_hash: ['text', unique],
    created_at: ['whole'],
    expires_at: ['whole'],
    revoked_at: ['whole', optional],
  });
  await createIndex(db, 'sign_in', 'user_id');
  await createTable(db, 'bearer', {
    token_hash: ['text', key],
    sign_in_id: ['whole', partOf('sign_in.id')],
    host: ['text'],
    created_at: ['whole'],
  });
  await createIndex(db, 'bearer', 'sign_in_id', 'host');
}

async function createTeams(db: Kysely<Schema>): Promise<void> {
  await createTable(db, 'role', { id: ['whole', key], name: ['text'], invitable: ['bit'] });
  await createTable(db, 'role_permission', { role_id: ['whole', partOf('role.id')], permission: ['text'] }, (table) =>
    table.addPrimaryKeyConstraint('role_permission_key', ['role_id', 'permission']),
  );
  await createTable(
    db,
    'membership',
    {
      team_id: ['whole', partOf('team.id')],
      user_id: ['whole', partOf('user.id')],
      role_id: ['whole', refersTo('role.id')],
      created_at: ['whole'],
    },
    (table) => table.addPrimaryKeyConstraint('membership_key', ['team_id', 'user_id']),
  );
  await createIndex(db, 'membership', 'user_id');
  await createTable(
    db,
    'change',
    {
      team_id: ['whole', partOf('team.id')],
      seq: ['whole'],
      kind: ['text'],
      ref: ['text'],
      created_at: ['whole'],
    },
    (table) => table.addPrimaryKeyConstraint('change_key', ['team_id', 'seq']),
  );
  await createTable(db, 'category', { slug: ['text', key], title: ['text'], sort: ['whole'] });
}

async function createJobs(db: Kysely<Schema>): Promise<void> {
  await createTable(db, 'job', {
    id: ['id'],
    name: ['text'],
    payload: ['text'],
    state: ['text'],
    group_key: ['text', optional],
    // On both engines, several nulls do not violate the constraint.
    unique_key: ['text', (column) => column.unique()],
    priority: ['whole'],
    run_at: ['whole'],
    tries: ['whole'],
    max_tries: ['whole'],
    lease_by: ['text', optional],
    lease_until: ['whole', optional],
    progress: ['real'],
    error: ['text', optional],
    created_at: ['whole'],
    updated_at: ['whole'],
  });
  await createIndex(db, 'job', 'state', 'run_at');
  await createIndex(db, 'job', 'group_key', 'state');
}

async function createUploads(db: Kysely<Schema>): Promise<void> {
  await createTable(db, 'upload', {
    id: ['id'],
    session: ['text', unique],
    team_id: ['whole', partOf('team.id')],
    user_id: ['whole', refersTo('user.id')],
    token_hash: ['text', (column) => column.unique()],
    started: ['whole'],
    state: ['text'],
    created_at: ['whole'],
    updated_at: ['whole'],
  });
  await createIndex(db, 'upload', 'team_id', 'created_at');
}

async function createStudies(db: Kysely<Schema>): Promise<void> {
  await createTable(
    db,
    'study',
    {
      id: ['id'],
      uuid: ['text', unique],
      team_id: ['whole', partOf('team.id')],
      upload_id: ['whole', partOf('upload.id')],
      client_id: ['text'],
      study_instance_uid: ['text'],
      patient_name: ['text'],
      original_patient_name: ['text'],
      patient_sex: ['text'],
      study_date: ['text'],
      study_time: ['text'],
      modality: ['text'],
      body_part: ['text', refersTo('category.slug')],
      anonymize: ['bit'],
      dirty: ['bit'],
      created_at: ['whole'],
      updated_at: ['whole'],
    },
    (table) => table.addUniqueConstraint('study_of_upload', ['upload_id', 'client_id']),
  );
  await createIndex(db, 'study', 'team_id', 'created_at');
  await createIndex(db, 'study', 'team_id', 'study_instance_uid');
  await createTable(
    db,
    'series',
    {
      id: ['id'],
      uuid: ['text', unique],
      study_id: ['whole', partOf('study.id')],
      upload_id: ['whole', partOf('upload.id')],
      client_id: ['text'],
      idx: ['whole'],
      series_instance_uid: ['text'],
      series_number: ['text'],
      series_description: ['text'],
      modality: ['text'],
      cnt: ['whole'],
      number_of_frames: ['whole'],
      rows: ['whole'],
      columns: ['whole'],
      slice_thickness: ['real', optional],
      type: ['text'],
      file_count: ['whole'],
      total_bytes: ['whole'],
      proved_files: ['whole'],
      state: ['text'],
      message: ['text', optional],
      created_at: ['whole'],
      updated_at: ['whole'],
    },
    (table) => table.addUniqueConstraint('series_of_upload', ['upload_id', 'client_id']),
  );
  await createIndex(db, 'series', 'study_id');
  await createTable(
    db,
    'volume',
    {
      id: ['id'],
      series_id: ['whole', partOf('series.id')],
      name: ['text'],
      object_key: ['text'],
      size: ['whole'],
      sha256: ['text'],
      sidecar: ['text', optional],
      converter: ['text'],
      created_at: ['whole'],
    },
    (table) => table.addUniqueConstraint('volume_of_series', ['series_id', 'name']),
  );
  await createTable(
    db,
    'seen_status',
    { series_uuid: ['text'], user_id: ['whole', partOf('user.id')], state: ['text'], created_at: ['whole'] },
    (table) => table.addPrimaryKeyConstraint('seen_status_key', ['series_uuid', 'user_id', 'state']),
  );
}

async function createBytes(db: Kysely<Schema>): Promise<void> {
  await createTable(
    db,
    'file',
    {
      id: ['id'],
      upload_id: ['whole', partOf('upload.id')],
      series_id: ['whole', partOf('series.id')],
      client_file_id: ['text'],
      name: ['text'],
      size: ['whole'],
      sha256: ['text'],
      received: ['whole'],
      proved: ['bit'],
    },
    (table) => table.addUniqueConstraint('file_of_upload', ['upload_id', 'client_file_id']),
  );
  await createIndex(db, 'file', 'series_id');
  await createTable(
    db,
    'piece',
    {
      file_id: ['whole', partOf('file.id')],
      file_offset: ['whole'],
      length: ['whole'],
      object_key: ['text'],
      object_offset: ['whole'],
    },
    (table) => table.addPrimaryKeyConstraint('piece_key', ['file_id', 'file_offset']),
  );
  await createTable(
    db,
    'chunk',
    {
      upload_id: ['whole', partOf('upload.id')],
      chunk_index: ['whole'],
      sha256: ['text'],
      bytes: ['whole'],
      object_key: ['text'],
      created_at: ['whole'],
    },
    (table) => table.addPrimaryKeyConstraint('chunk_key', ['upload_id', 'chunk_index']),
  );
}

async function seedFirstRows(db: Kysely<Schema>): Promise<void> {
  await db
    .insertInto('role')
    .values(FIRST_ROLES.map(({ id, name, invitable }) => ({ id, name, invitable: invitable ? (1 as const) : (0 as const) })))
    .execute();
  await db
    .insertInto('role_permission')
    .values(FIRST_ROLES.flatMap(({ id, permissions }) => permissions.map((permission) => ({ role_id: id, permission }))))
    .execute();
  await db
    .insertInto('category')
    .values(FIRST_CATEGORIES.map((category, sort) => ({ ...category, sort })))
    .execute();
}
