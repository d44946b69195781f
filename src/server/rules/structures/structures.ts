import { sql, type Selectable, type SqlBool } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Structure, StructureCodes } from '#contract/structures.ts';
import { structureToSearchText, titleToSlug } from '#model/structure-texts.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { StructureTable } from '#server/db/schema.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { searchWords } from '#server/rules/studies/name-search.ts';
import { toSearched } from '#server/rules/studies/studies-search.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

/** A structure belongs to its team, or came with the product and is in every team. In other teams the ID of a team's structure is unknown. */

interface StructureValues {
  title: string;
  slug: string;
  category_id: number;
  color: string;
  codes: StructureCodes;
}
/** In a request, omitted fields are undefined. */
type Given<T> = { [K in keyof T]?: T[K] | undefined };

/** PCALL-15. */
export async function listStructures(
  { db }: ServerContext,
  caller: Member,
  { page, search = '', category }: { page: number; search?: string | undefined; category?: string | undefined },
) {
  let found = visibleTo(db.read, caller);
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
  return { data: rows.map((row) => toStructure(row, caller)), total, per_page: perPage, current_page: page };
}

export async function readStructure(db: Reader, caller: Member, id: number): Promise<Structure> {
  const row = await withNames(visibleTo(db, caller)).where('structure.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return toStructure(row, caller);
}

export async function createStructure(
  context: ServerContext,
  caller: Member,
  { slug: given, ...values }: Omit<StructureValues, 'slug'> & { slug?: string | undefined },
): Promise<Structure> {
  const slug = given ?? titleToSlug(values.title);
  if (slug === '') throw new Refusal('invalid', { errors: { slug: ['A title without Latin letters needs a slug.'] } });
  const { teamId } = caller;
  return changeStructures(context, teamId, async (tx) => {
    await assertSlugFree(tx, teamId, slug);
    const { count } = await tx
      .selectFrom('structure')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('team_id', '=', teamId)
      .executeTakeFirstOrThrow();
    const max = LIMITS.structuresPerTeam;
    if (count >= max) throw new Refusal('too_large', { limit: { name: 'structuresPerTeam', max } });
    const now = context.now();
    const { id } = await tx
      .insertInto('structure')
      .values({
        ...(await toColumns(tx, { slug, ...values })),
        ...{ team_id: teamId, created_by: caller.userId, created_at: now, updated_at: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { changed: id, answer: await readStructure(tx, caller, id) };
  });
}

/** Omitted fields stay, so that one user's new title and another's new colour are both kept. */
export async function changeStructure(
  context: ServerContext,
  caller: Member,
  id: number,
  { title, slug, category_id, color, codes }: Given<StructureValues>,
): Promise<Structure> {
  const { teamId } = caller;
  return changeStructures(context, teamId, async (tx) => {
    const current = await requireOwn(tx, caller, id);
    const next = {
      title: title ?? current.title,
      slug: slug ?? current.slug,
      category_id: category_id ?? current.category_id,
      color: color ?? current.color,
      codes: codes ?? current.codes,
    };
    if (next.slug !== current.slug) await assertSlugFree(tx, teamId, next.slug);
    const columns = await toColumns(tx, next);
    const before = await toColumns(tx, current);
    if (JSON.stringify(columns) === JSON.stringify(before)) return { changed: null, answer: current };
    await tx
      .updateTable('structure')
      .set({ ...columns, updated_at: context.now() })
      .where('id', '=', id)
      .execute();
    return { changed: id, answer: await readStructure(tx, caller, id) };
  });
}

/** Deleting a deleted structure succeeds, so the call may be repeated. OQ-03: what somebody else created needs a team administrator. */
export async function deleteStructure(context: ServerContext, caller: Member, id: number): Promise<void> {
  await changeStructures(context, caller.teamId, async (tx) => {
    const row = await visibleTo(tx, caller)
      .select(['structure.team_id', 'structure.created_by'])
      .where('structure.id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return { changed: null, answer: null };
    if (row.team_id === null) throw new Refusal('structure_shipped');
    if (!mayDelete(row, caller)) throw new Refusal('not_allowed');
    const dataset = await tx.selectFrom('dataset').select('id').where('structure_id', '=', id).limit(1).executeTakeFirst();
    if (dataset !== undefined) throw new Refusal('structure_in_use');
    const use = await tx.selectFrom('segmentation').select('id').where('structure_id', '=', id).limit(1).executeTakeFirst();
    if (use !== undefined) throw new Refusal('structure_in_use');
    await tx.deleteFrom('structure').where('id', '=', id).execute();
    return { changed: id, answer: null };
  });
}

/** Changes of a team run one after the other, so that two that use the same slug at the same moment are detected. */
async function changeStructures<T>(
  { db, news, now }: ServerContext,
  teamId: number,
  change: (tx: Writer) => Promise<{ changed: number | null; answer: T }>,
): Promise<T> {
  const { answer, seq } = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const made = await change(tx);
    const logged = made.changed === null ? null : { teamId, kind: 'structure', ref: String(made.changed), now: now() };
    return { answer: made.answer, seq: logged === null ? null : await appendChange(tx, logged) };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return answer;
}

function visibleTo(db: Reader, { teamId }: Member) {
  return db.selectFrom('structure').where((eb) => eb.or([eb('structure.team_id', '=', teamId), eb('structure.team_id', 'is', null)]));
}

const withNames = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('category', 'category.slug', 'structure.category_slug')
    .leftJoin('user', 'user.id', 'structure.created_by')
    .selectAll('structure')
    .select(['category.id as category_id', 'category.title as category_title', 'user.name as creator']);

async function requireOwn(tx: Writer, caller: Member, id: number): Promise<Structure> {
  const structure = await readStructure(tx, caller, id);
  if (structure.shipped) throw new Refusal('structure_shipped');
  return structure;
}

async function assertSlugFree(tx: Writer, teamId: number, slug: string): Promise<void> {
  const taken = await tx
    .selectFrom('structure')
    .select('id')
    .where('slug', '=', slug)
    .where((eb) => eb.or([eb('team_id', '=', teamId), eb('team_id', 'is', null)]))
    .executeTakeFirst();
  if (taken !== undefined) throw new Refusal('duplicate_structure', { errors: { slug: ['Already taken'] } });
}

async function toColumns(tx: Writer, { title, slug, category_id, color, codes }: StructureValues) {
  const category = await tx.selectFrom('category').select('slug').where('id', '=', category_id).executeTakeFirst();
  if (category === undefined) throw new Refusal('invalid', { errors: { category_id: ['There is no such body part.'] } });
  return {
    title,
    slug,
    category_slug: category.slug,
    color,
    codes: JSON.stringify(codes),
    search_text: structureToSearchText({ title, slug, codes }),
  };
}

function mayDelete({ team_id, created_by }: Pick<Selectable<StructureTable>, 'team_id' | 'created_by'>, caller: Member): boolean {
  return team_id !== null && mayDeleteWorkOf(created_by, caller);
}

function toStructure(
  row: Selectable<StructureTable> & { category_id: number; category_title: string; creator: string | null },
  caller: Member,
): Structure {
  const { id, slug, title, category_id, category_slug, category_title, color, codes, team_id, creator, updated_at } = row;
  const shipped = team_id === null;
  return {
    ...{ id, slug, title, category_id, category: { slug: category_slug, title: category_title }, color },
    codes: JSON.parse(codes) as StructureCodes,
    shipped,
    deletable: mayDelete(row, caller),
    created_by: creator,
    updated_at: shipped ? null : dateToWire(new Date(updated_at)),
  };
}
