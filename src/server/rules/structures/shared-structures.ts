import { dateToWire } from '#contract/dates.ts';
import type { SharedStructure } from '#contract/structures.ts';
import type { Reader } from '#server/db/database.ts';
import { assertPlatformAdministrator } from '#server/rules/administration/platform-administrators.ts';
import { Refusal, type Caller, type ServerContext } from '#server/rules/context.ts';
import { changeForAllTeams } from './change-for-all-teams.ts';
import {
  assertSlugFree,
  pageOfStructures,
  slugFor,
  structuresIn,
  toColumns,
  toShown,
  withNames,
  type Given,
  type NewStructure,
  type StructureQuery,
  type StructureRow,
  type StructureValues,
} from './structure-rows.ts';

/**
 * The structures of all teams, for platform administrators. They are hidden and not deleted, because segmentations and datasets use them. Their
 * slugs never change: models, addresses and later versions of the product refer to them by slug.
 */

/** PCALL-84. */
export async function listSharedStructures(db: Reader, caller: Caller, { state, ...query }: StructureQuery & { state: 'all' | 'hidden' }) {
  await assertPlatformAdministrator(db, caller);
  let shared = sharedOf(db);
  if (state === 'hidden') shared = shared.where('structure.hidden_at', 'is not', null);
  const { rows, ...page } = await pageOfStructures(shared, query);
  return { ...page, data: await toSharedStructures(db, rows) };
}

export function createSharedStructure(context: ServerContext, caller: Caller, values: NewStructure): Promise<SharedStructure> {
  const slug = slugFor(values);
  return changeForAllTeams(context, caller, 'structure', async (tx) => {
    await assertSlugFree(tx, null, slug);
    const now = context.now();
    const { id } = await tx
      .insertInto('structure')
      .values({
        ...(await toColumns(tx, { ...values, slug })),
        ...{ team_id: null, created_by: caller.userId, created_at: now, updated_at: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { changed: id, answer: await readSharedStructure(tx, id) };
  });
}

/** Omitted fields stay. A change without effect leaves the row as it came with the product. */
export function changeSharedStructure(
  context: ServerContext,
  caller: Caller,
  id: number,
  { title, category_id, color, codes, hidden }: Given<Omit<StructureValues, 'slug'> & { hidden: boolean }>,
): Promise<SharedStructure> {
  return changeForAllTeams(context, caller, 'structure', async (tx) => {
    const current = await readSharedStructure(tx, id);
    const next = {
      slug: current.slug,
      title: title ?? current.title,
      category_id: category_id ?? current.category_id,
      color: color ?? current.color,
      codes: codes ?? current.codes,
    };
    const columns = await toColumns(tx, next);
    const isHidden = hidden ?? current.hidden;
    if (isHidden === current.hidden && JSON.stringify(columns) === JSON.stringify(await toColumns(tx, current)))
      return { changed: null, answer: current };
    const now = context.now();
    await tx
      .updateTable('structure')
      .set({ ...columns, updated_at: now, ...(isHidden !== current.hidden && { hidden_at: isHidden ? now : null }) })
      .where('id', '=', id)
      .execute();
    return { changed: id, answer: await readSharedStructure(tx, id) };
  });
}

const sharedOf = (db: Reader) => structuresIn(db).where('structure.team_id', 'is', null);

async function readSharedStructure(db: Reader, id: number): Promise<SharedStructure> {
  const [structure] = await toSharedStructures(db, await withNames(sharedOf(db)).where('structure.id', '=', id).execute());
  if (structure === undefined) throw new Refusal('not_found');
  return structure;
}

async function toSharedStructures(db: Reader, rows: readonly StructureRow[]): Promise<SharedStructure[]> {
  const teams = await teamsByStructureId(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...toShown(row),
    created_by: row.creator,
    updated_at: row.updated_at === 0 ? null : dateToWire(new Date(row.updated_at)),
    hidden: row.hidden_at !== null,
    teams: teams.get(row.id) ?? 0,
  }));
}

async function teamsByStructureId(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const inTeams = (table: 'segmentation' | 'dataset') =>
    db.selectFrom(table).select(['structure_id', 'team_id']).where('structure_id', 'in', ids);
  const counted = await db
    .selectFrom(inTeams('segmentation').union(inTeams('dataset')).as('used'))
    .select((eb) => ['used.structure_id', eb.fn.countAll<number>().as('teams')])
    .groupBy('used.structure_id')
    .execute();
  return new Map(counted.map((row) => [row.structure_id, row.teams]));
}
