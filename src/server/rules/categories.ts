import type { Category } from '#contract/entities.ts';
import type { Reader } from '#server/db/database.ts';

/** Body parts in the order of the lists. */
export function categoriesOf(db: Reader): Promise<Category[]> {
  return db.selectFrom('category').select(['slug', 'title']).orderBy('sort').orderBy('slug').execute();
}
