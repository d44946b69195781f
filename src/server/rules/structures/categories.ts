import type { CategoryOption } from '#contract/entities.ts';
import type { Reader } from '#server/db/database.ts';

/** Body parts in list order. */
export function categoriesOf(db: Reader): Promise<CategoryOption[]> {
  return db.selectFrom('category').select(['id', 'slug', 'title']).orderBy('sort').orderBy('slug').execute();
}
