import type { SharedCategory } from '#contract/structures.ts';
import { marked } from '#language/t.ts';
import type { Reader } from '#server/db/database.ts';
import { assertPlatformAdministrator } from '#server/rules/administration/platform-administrators.ts';
import { Refusal, type Caller, type ServerContext } from '#server/rules/context.ts';
import { changeForAllTeams } from './change-for-all-teams.ts';
import { slugFor } from './structure-rows.ts';

/** PCALL-85. */
export async function listSharedCategories(db: Reader, caller: Caller): Promise<SharedCategory[]> {
  await assertPlatformAdministrator(db, caller);
  return sharedCategories(db);
}

export function createSharedCategory(
  context: ServerContext,
  caller: Caller,
  values: { title: string; slug?: string | undefined },
): Promise<SharedCategory> {
  const slug = slugFor(values);
  return changeForAllTeams(context, caller, 'category', async (tx) => {
    const taken = await tx.selectFrom('category').select('id').where('slug', '=', slug).executeTakeFirst();
    if (taken !== undefined) throw new Refusal('invalid', { errors: { slug: [marked('Already taken')] } });
    const last = await tx
      .selectFrom('category')
      .select((eb) => [eb.fn.max('id').as('id'), eb.fn.max('sort').as('sort')])
      .executeTakeFirstOrThrow();
    const id = last.id + 1;
    await tx
      .insertInto('category')
      .values({ id, slug, title: values.title, sort: last.sort + 1 })
      .execute();
    return { changed: id, answer: await readSharedCategory(tx, id) };
  });
}

/** Omitted fields stay. */
export function changeSharedCategory(
  context: ServerContext,
  caller: Caller,
  id: number,
  { title, hidden }: { title?: string | undefined; hidden?: boolean | undefined },
): Promise<SharedCategory> {
  return changeForAllTeams(context, caller, 'category', async (tx) => {
    const current = await readSharedCategory(tx, id);
    const next = { title: title ?? current.title, hidden: hidden ?? current.hidden };
    if (next.title === current.title && next.hidden === current.hidden) return { changed: null, answer: current };
    await tx
      .updateTable('category')
      .set({ title: next.title, hidden_at: next.hidden ? context.now() : null })
      .where('id', '=', id)
      .execute();
    return { changed: id, answer: await readSharedCategory(tx, id) };
  });
}

async function readSharedCategory(db: Reader, id: number): Promise<SharedCategory> {
  const category = (await sharedCategories(db)).find((each) => each.id === id);
  if (category === undefined) throw new Refusal('not_found');
  return category;
}

async function sharedCategories(db: Reader): Promise<SharedCategory[]> {
  const rows = await db.selectFrom('category').select(['id', 'slug', 'title', 'hidden_at']).orderBy('sort').orderBy('slug').execute();
  const structures = await db
    .selectFrom('structure')
    .select((eb) => ['category_slug as slug', eb.fn.countAll<number>().as('count')])
    .where('team_id', 'is', null)
    .groupBy('category_slug')
    .execute();
  const studies = db.selectFrom('study').select(['body_part as slug', 'team_id']);
  const own = db.selectFrom('structure').select(['category_slug as slug', 'team_id']).where('team_id', 'is not', null);
  const teams = await db
    .selectFrom(studies.union(own.$castTo<{ slug: string; team_id: number }>()).as('used'))
    .select((eb) => ['used.slug', eb.fn.countAll<number>().as('count')])
    .groupBy('used.slug')
    .execute();
  const countIn = (counted: readonly { slug: string; count: number }[], slug: string) =>
    counted.find((row) => row.slug === slug)?.count ?? 0;
  return rows.map(({ hidden_at, ...category }) => ({
    ...category,
    hidden: hidden_at !== null,
    structures: countIn(structures, category.slug),
    teams: countIn(teams, category.slug),
  }));
}
