import type { CategoryOption } from '#contract/entities.ts';
import type { Reader } from '#server/db/database.ts';

/** Body parts in list order. Hidden ones are marked: studies have them, and can be filtered by them. */
export async function categoriesOf(db: Reader): Promise<CategoryOption[]> {
  const rows = await db.selectFrom('category').select(['id', 'slug', 'title', 'hidden_at']).orderBy('sort').orderBy('slug').execute();
  return rows.map(({ hidden_at, ...category }) => ({ ...category, ...(hidden_at !== null && { hidden: true as const }) }));
}
