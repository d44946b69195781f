import { sql, type Selectable, type SqlBool } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { StructureCodes } from '#contract/structures.ts';
import { marked } from '#language/t.ts';
import { structureToSearchText, titleToSlug } from '#model/structure-texts.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { StructureTable } from '#server/db/schema.ts';
import { Refusal } from '#server/rules/context.ts';
import { searchWords } from '#server/rules/studies/name-search.ts';
import { toSearched } from '#server/rules/studies/studies-search.ts';

/** What the structures of a team and those of all teams have in common. */

export interface StructureValues {
  title: string;
  slug: string;
  category_id: number;
  color: string;
  codes: StructureCodes;
}
export type NewStructure = Omit<StructureValues, 'slug'> & { slug?: string | undefined };
/** In a request, omitted fields are undefined. */
export type Given<T> = { [K in keyof T]?: T[K] | undefined };

export interface StructureQuery {
  page: number;
  search?: string | undefined;
  category?: string | undefined;
}

export type StructureRow = Selectable<StructureTable> & { category_id: number; category_title: string; creator: string | null };
type Structures = ReturnType<typeof structuresIn>;

export const structuresIn = (db: Reader) => db.selectFrom('structure');

/** A page of structures, by title. */
export async function pageOfStructures(structures: Structures, { page, search = '', category }: StructureQuery) {
  let found = structures;
  if (category !== undefined) found = found.where('structure.category_slug', '=', category);
  for (const word of searchWords(search).map(toSearched))
    found = found.where(sql<SqlBool>`structure.search_text like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const perPage = LIMITS.structuresPerPage;
  const rows = await withNames(found)
    .orderBy(sql`lower(structure.title)`)
    .orderBy('structure.id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { rows, total, per_page: perPage, current_page: page };
}

export const withNames = (structures: Structures) =>
  structures
    .innerJoin('category', 'category.slug', 'structure.category_slug')
    .leftJoin('user', 'user.id', 'structure.created_by')
    .selectAll('structure')
    .select(['category.id as category_id', 'category.title as category_title', 'user.name as creator']);

/** What the wire shows of a structure to everybody. */
export const toShown = ({ id, slug, title, category_id, category_slug, category_title, color, codes }: StructureRow) => ({
  ...{ id, slug, title, category_id, category: { slug: category_slug, title: category_title }, color },
  codes: JSON.parse(codes) as StructureCodes,
});

export function slugFor({ title, slug }: { title: string; slug?: string | undefined }): string {
  const made = slug ?? titleToSlug(title);
  if (made === '') throw new Refusal('invalid', { errors: { slug: [marked('A title without Latin letters needs a slug.')] } });
  return made;
}

/** `teamId` null: no structure of the server may have the slug, so that every team can have the new one. */
export async function assertSlugFree(tx: Writer, teamId: number | null, slug: string): Promise<void> {
  const taken = await tx
    .selectFrom('structure')
    .select(['team_id', 'hidden_at'])
    .where('slug', '=', slug)
    .$if(teamId !== null, (query) => query.where((eb) => eb.or([eb('team_id', '=', teamId), eb('team_id', 'is', null)])))
    .executeTakeFirst();
  if (taken === undefined) return;
  throw new Refusal('duplicate_structure', { errors: { slug: [whyTaken(taken, teamId)] } });
}

function whyTaken({ team_id, hidden_at }: Pick<StructureRow, 'team_id' | 'hidden_at'>, teamId: number | null): string {
  if (teamId === null && team_id !== null) return marked('A team has a structure with this slug');
  return hidden_at === null ? marked('Already taken') : marked('Already taken by a hidden structure');
}

export async function toColumns(tx: Reader, { title, slug, category_id, color, codes }: StructureValues) {
  const category = await tx.selectFrom('category').select('slug').where('id', '=', category_id).executeTakeFirst();
  if (category === undefined) throw new Refusal('invalid', { errors: { category_id: [marked('There is no such body part.')] } });
  return {
    title,
    slug,
    category_slug: category.slug,
    color,
    codes: JSON.stringify(codes),
    search_text: structureToSearchText({ title, slug, codes }),
  };
}
