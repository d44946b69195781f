import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Structure } from '#contract/structures.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';
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

/** A structure belongs to its team or is in every team. In other teams the ID of a team's structure is unknown. */

/** PCALL-15. Hidden ones are not listed. */
export async function listStructures({ db }: ServerContext, caller: Member, query: StructureQuery) {
  const { rows, ...page } = await pageOfStructures(visibleTo(db.read, caller).where('structure.hidden_at', 'is', null), query);
  return { ...page, data: rows.map((row) => toStructure(row, caller)) };
}

/** Also a hidden one: segmentations and datasets of the team may use it. */
export async function readStructure(db: Reader, caller: Member, id: number): Promise<Structure> {
  const row = await withNames(visibleTo(db, caller)).where('structure.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return toStructure(row, caller);
}

export async function createStructure(context: ServerContext, caller: Member, values: NewStructure): Promise<Structure> {
  const slug = slugFor(values);
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
        ...(await toColumns(tx, { ...values, slug })),
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

/** Those of all teams, and of the caller's. */
export function visibleTo(db: Reader, { teamId }: Pick<Member, 'teamId'>) {
  return structuresIn(db).where((eb) => eb.or([eb('structure.team_id', '=', teamId), eb('structure.team_id', 'is', null)]));
}

async function requireOwn(tx: Writer, caller: Member, id: number): Promise<Structure> {
  const structure = await readStructure(tx, caller, id);
  if (structure.shipped) throw new Refusal('structure_shipped');
  return structure;
}

function mayDelete({ team_id, created_by }: Pick<StructureRow, 'team_id' | 'created_by'>, caller: Member): boolean {
  return team_id !== null && mayDeleteWorkOf(created_by, caller);
}

function toStructure(row: StructureRow, caller: Member): Structure {
  const shipped = row.team_id === null;
  return {
    ...toShown(row),
    shipped,
    deletable: mayDelete(row, caller),
    created_by: shipped ? null : row.creator,
    updated_at: shipped ? null : dateToWire(new Date(row.updated_at)),
  };
}
