import { sql, type Kysely } from 'kysely';
import { structureToSearchText } from '#model/structure-texts.ts';
import { COLUMN_TYPES, engineOf, withStrictTypes } from '#server/db/dialect.ts';
import type { Schema } from '#server/db/schema.ts';
import { FIRST_STRUCTURES } from '#server/db/structures.ts';

/** Structures, shipped ones and those of teams. Body parts get a number, which structures name on the wire. */
export async function up(untyped: Kysely<never>): Promise<void> {
  const db = untyped as unknown as Kysely<Schema>;
  const engine = engineOf(db);
  const types = COLUMN_TYPES[engine];
  await db.schema.alterTable('category').addColumn('id', types.whole).execute();
  await db
    .updateTable('category')
    .set({ id: sql<number>`sort + 1` })
    .execute();
  await db.schema.createIndex('category_by_id').unique().on('category').column('id').execute();
  await withStrictTypes(
    engine,
    db.schema
      .createTable('structure')
      .addColumn('id', types.whole, types.countedId)
      .addColumn('team_id', types.whole, (column) => column.references('team.id').onDelete('cascade'))
      .addColumn('slug', types.text, (column) => column.notNull())
      .addColumn('title', types.text, (column) => column.notNull())
      .addColumn('category_slug', types.text, (column) => column.notNull().references('category.slug'))
      .addColumn('color', types.text, (column) => column.notNull())
      .addColumn('codes', types.text, (column) => column.notNull())
      .addColumn('search_text', types.text, (column) => column.notNull())
      .addColumn('created_by', types.whole, (column) => column.references('user.id').onDelete('set null'))
      .addColumn('created_at', types.whole, (column) => column.notNull())
      .addColumn('updated_at', types.whole, (column) => column.notNull())
      .addUniqueConstraint('structure_slug_once', ['team_id', 'slug']),
  ).execute();
  await db
    .insertInto('structure')
    .values(
      FIRST_STRUCTURES.map(({ slug, title, category, color, codes }) => ({
        team_id: null,
        ...{ slug, title, category_slug: category, color, codes: JSON.stringify(codes) },
        search_text: structureToSearchText({ title, slug, codes }),
        ...{ created_by: null, created_at: 0, updated_at: 0 },
      })),
    )
    .execute();
}
