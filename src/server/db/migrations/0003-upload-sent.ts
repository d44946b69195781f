import { sql, type Kysely } from 'kysely';
import { COLUMN_TYPES, engineOf } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';

/** When an upload was complete, for the history. For existing complete uploads: when their last bytes arrived. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  await db.schema.alterTable('upload').addColumn('sent_at', COLUMN_TYPES[engineOf(db)].whole).execute();
  await sql`
    update upload set sent_at = (select max(created_at) from chunk where chunk.upload_id = upload.id)
    where exists (select 1 from series where series.upload_id = upload.id)
      and not exists (select 1 from series where series.upload_id = upload.id and series.state = 'receiving')`.execute(db);
}
