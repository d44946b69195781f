import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** Models with their versions, trainings, and what workers do: their keys, jobs and files. Inferences get their model, their result and their batch. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_file')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('parts', types.whole, (column) => column.notNull())
      .addColumn('size', types.whole)
      .addColumn('sha256', types.text)
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('ai_file_once', ['team_id', 'uuid']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_file_part')
      .addColumn('file_id', types.whole, (column) => column.notNull().references('ai_file.id').onDelete('cascade'))
      .addColumn('part', types.whole, (column) => column.notNull())
      .addColumn('object_key', types.text, (column) => column.notNull())
      .addColumn('size', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('ai_file_part_once', ['file_id', 'part']),
  ).execute();
  await db.schema.createIndex('ai_file_part_by_object').on('ai_file_part').column('object_key').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_model')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('code', types.text, (column) => column.notNull())
      .addColumn('description', types.text, (column) => column.notNull())
      .addColumn('structure_id', types.whole, (column) => column.references('structure.id').onDelete('set null'))
      .addColumn('segments', types.text, (column) => column.notNull())
      .addColumn('parent_id', types.whole, (column) => column.references('ai_model.id').onDelete('set null'))
      .addColumn('promoted', types.text)
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('ai_model_once', ['team_id', 'uuid']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_training')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('model_id', types.whole, (column) => column.notNull().references('ai_model.id').onDelete('cascade'))
      .addColumn('dataset_version', types.text, (column) => column.notNull())
      .addColumn('engine', types.text, (column) => column.notNull())
      .addColumn('params', types.text, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('report', types.text)
      .addColumn('failure', types.text)
      .addColumn('patients', types.text, (column) => column.notNull())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('started_at', types.whole)
      .addColumn('ended_at', types.whole)
      .addUniqueConstraint('ai_training_once', ['team_id', 'uuid']),
  ).execute();
  await db.schema.createIndex('ai_training_by_model').on('ai_training').column('model_id').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_training_round')
      .addColumn('training_id', types.whole, (column) => column.notNull().references('ai_training.id').onDelete('cascade'))
      .addColumn('round', types.whole, (column) => column.notNull())
      .addColumn('metrics', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('ai_training_round_once', ['training_id', 'round']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_training_line')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('training_id', types.whole, (column) => column.notNull().references('ai_training.id').onDelete('cascade'))
      .addColumn('line', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull()),
  ).execute();
  await db.schema.createIndex('ai_training_line_in_order').on('ai_training_line').columns(['training_id', 'id']).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_version')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('model_id', types.whole, (column) => column.notNull().references('ai_model.id').onDelete('cascade'))
      .addColumn('number', types.whole, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('reason', types.text)
      .addColumn('manifest', types.text, (column) => column.notNull())
      .addColumn('report', types.text)
      .addColumn('training_id', types.whole, (column) => column.unique().references('ai_training.id').onDelete('set null'))
      .addColumn('file_id', types.whole, (column) => column.notNull().references('ai_file.id'))
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('ai_version_uuid', ['uuid'])
      .addUniqueConstraint('ai_version_once', ['model_id', 'number']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_configuration')
      .addColumn('team_id', types.whole, (column) => column.primaryKey().references('team.id').onDelete('cascade'))
      .addColumn('rules', types.text, (column) => column.notNull())
      .addColumn('version', types.whole, (column) => column.notNull()),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_batch')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('uuid', types.text, (column) => column.notNull())
      .addColumn('title', types.text, (column) => column.notNull())
      .addColumn('version_id', types.whole, (column) => column.notNull().references('ai_version.id').onDelete('cascade'))
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('ai_batch_once', ['team_id', 'uuid']),
  ).execute();
  await db.schema
    .alterTable('infer')
    .addColumn('version_id', types.whole, (column) => column.references('ai_version.id').onDelete('cascade'))
    .execute();
  await db.schema
    .alterTable('infer')
    .addColumn('batch_id', types.whole, (column) => column.references('ai_batch.id').onDelete('set null'))
    .execute();
  await db.schema.alterTable('infer').addColumn('failure', types.text).execute();
  await db.schema.alterTable('infer').addColumn('summary', types.text).execute();
  await db.schema
    .alterTable('infer')
    .addColumn('labels_file_id', types.whole, (column) => column.references('ai_file.id').onDelete('set null'))
    .execute();
  await db.schema.alterTable('infer').addColumn('started_at', types.whole).execute();
  await db.schema.alterTable('infer').addColumn('ended_at', types.whole).execute();
  await db.schema.alterTable('infer').addColumn('worker', types.text).execute();
  await db.schema.createIndex('infer_by_version').on('infer').column('version_id').execute();
  await db.schema.createIndex('infer_by_batch').on('infer').column('batch_id').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('infer_decision')
      .addColumn('infer_id', types.whole, (column) => column.notNull().references('infer.id').onDelete('cascade'))
      .addColumn('value', types.whole, (column) => column.notNull())
      .addColumn('decision', types.text, (column) => column.notNull())
      .addColumn('dice', types.real)
      .addColumn('user_id', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addPrimaryKeyConstraint('infer_decision_once', ['infer_id', 'value']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_worker_key')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('secret_hash', types.text, (column) => column.notNull().unique())
      .addColumn('engines', types.text, (column) => column.notNull())
      .addColumn('team_id', types.whole, (column) => column.references('team.id').onDelete('cascade'))
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('revoked_at', types.whole),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_worker')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('key_id', types.whole, (column) => column.references('ai_worker_key.id').onDelete('cascade'))
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('device', types.text, (column) => column.notNull())
      .addColumn('memory_mb', types.whole, (column) => column.notNull())
      .addColumn('engines', types.text, (column) => column.notNull())
      .addColumn('kinds', types.text, (column) => column.notNull())
      .addColumn('draining', types.whole, (column) => column.notNull())
      .addColumn('last_seen', types.whole, (column) => column.notNull())
      .addUniqueConstraint('ai_worker_once', ['key_id', 'name']),
  ).execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_job')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('uuid', types.text, (column) => column.notNull().unique())
      .addColumn('team_id', types.whole, (column) => column.notNull().references('team.id').onDelete('cascade'))
      .addColumn('kind', types.text, (column) => column.notNull())
      .addColumn('needs', types.text, (column) => column.notNull())
      .addColumn('training_id', types.whole, (column) => column.unique().references('ai_training.id').onDelete('cascade'))
      .addColumn('infer_id', types.whole, (column) => column.unique().references('infer.id').onDelete('cascade'))
      .addColumn('batch_id', types.whole, (column) => column.references('ai_batch.id').onDelete('cascade'))
      .addColumn('priority', types.whole, (column) => column.notNull())
      .addColumn('state', types.text, (column) => column.notNull())
      .addColumn('attempt', types.whole, (column) => column.notNull())
      .addColumn('tries', types.whole, (column) => column.notNull())
      .addColumn('worker_id', types.whole, (column) => column.references('ai_worker.id').onDelete('set null'))
      .addColumn('lease_until', types.whole)
      .addColumn('ticket_hash', types.text, (column) => column.unique())
      .addColumn('fraction', types.real, (column) => column.notNull())
      .addColumn('message', types.text, (column) => column.notNull())
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('started_at', types.whole)
      .addColumn('ended_at', types.whole),
  ).execute();
  await db.schema.createIndex('ai_job_to_claim').on('ai_job').columns(['state', 'team_id', 'needs', 'priority', 'id']).execute();
  await db.schema.createIndex('ai_job_by_lease').on('ai_job').columns(['state', 'lease_until']).execute();
  await db.schema.createIndex('ai_job_by_worker').on('ai_job').column('worker_id').execute();
  await db.schema.createIndex('ai_job_by_batch').on('ai_job').column('batch_id').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('ai_output')
      .addColumn('job_id', types.whole, (column) => column.notNull().references('ai_job.id').onDelete('cascade'))
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('file_id', types.whole, (column) => column.notNull().references('ai_file.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('ai_output_once', ['job_id', 'name']),
  ).execute();
  await addJobs(db);
}

/** Inferences that wait for a worker. */
async function addJobs(db: Kysely<Schema>): Promise<void> {
  const waiting = await db
    .selectFrom('infer')
    .innerJoin('study', 'study.id', 'infer.study_id')
    .select(['infer.id', 'infer.model', 'infer.created_at', 'study.team_id'])
    .where('infer.state', '=', 'queued')
    .orderBy('infer.id')
    .execute();
  for (const { id, model, created_at, team_id } of waiting) {
    const job = {
      uuid: randomUUID(),
      team_id,
      kind: 'infer' as const,
      needs: model,
      infer_id: id,
      priority: 1 as const,
      state: 'queued' as const,
    };
    await db
      .insertInto('ai_job')
      .values({ ...job, attempt: 0, tries: 0, fraction: 0, message: '', created_at })
      .execute();
  }
}
