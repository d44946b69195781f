import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { TransferFunction, TransferPoint, TransferUnit } from '#contract/transfer-functions.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { TransferFunctionTable } from '#server/db/schema.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { toSearched } from '#server/rules/studies/studies-search.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

/** A transfer function belongs to its team, or came with the product and is in every team. In other teams the ID of a team's one is unknown. */

interface Values {
  name: string;
  modality: string | null;
  unit: TransferUnit;
  points: readonly TransferPoint[];
}
/** In a request, omitted fields are undefined. */
type Given<T> = { [K in keyof T]?: T[K] | undefined };

/** PCALL-19. */
export async function listTransferFunctions({ db }: ServerContext, caller: Member): Promise<{ data: TransferFunction[] }> {
  const rows = await withCreator(visibleTo(db.read, caller))
    .orderBy('transfer_function.name_key')
    .orderBy('transfer_function.id')
    .execute();
  return { data: rows.map((row) => toTransferFunction(row, caller)) };
}

export async function createTransferFunction(
  context: ServerContext,
  caller: Member,
  { uuid, ...values }: Values & { uuid: string },
): Promise<TransferFunction> {
  const { teamId } = caller;
  return changeTransferFunctions(context, teamId, async (tx) => {
    const made = await ofTeam(tx, teamId).select('id').where('uuid', '=', uuid).executeTakeFirst();
    if (made !== undefined) return { changed: [], answer: await readOne(tx, caller, made.id) };
    const columns = await toColumns(tx, values);
    await assertNameFree(tx, teamId, columns.name_key, null);
    await assertRoom(tx, teamId);
    const moved = await takeDefault(tx, teamId, values.modality, null);
    const now = context.now();
    const { id } = await tx
      .insertInto('transfer_function')
      .values({ ...columns, team_id: teamId, uuid, created_by: caller.userId, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { changed: [...moved, id], answer: await readOne(tx, caller, id) };
  });
}

/** Omitted fields stay, so that one user's new name and another's new points are both kept. */
export async function changeTransferFunction(
  context: ServerContext,
  caller: Member,
  id: number,
  { name, modality, unit, points }: Given<Values>,
): Promise<TransferFunction> {
  const { teamId } = caller;
  return changeTransferFunctions(context, teamId, async (tx) => {
    const current = await readOne(tx, caller, id);
    if (current.shipped) throw new Refusal('transfer_function_shipped');
    const next = {
      name: name ?? current.name,
      modality: modality === undefined ? current.modality : modality,
      unit: unit ?? current.unit,
      points: points ?? current.points,
    };
    const columns = await toColumns(tx, next);
    const before = await toColumns(tx, current);
    if (JSON.stringify(columns) === JSON.stringify(before)) return { changed: [], answer: current };
    await assertNameFree(tx, teamId, columns.name_key, id);
    const moved = await takeDefault(tx, teamId, next.modality, id);
    await tx
      .updateTable('transfer_function')
      .set({ ...columns, updated_at: context.now() })
      .where('id', '=', id)
      .execute();
    return { changed: [...moved, id], answer: await readOne(tx, caller, id) };
  });
}

/** Deleting a deleted transfer function succeeds, so the call may be repeated. OQ-03: what somebody else created needs a team administrator. */
export async function deleteTransferFunction(context: ServerContext, caller: Member, id: number): Promise<void> {
  await changeTransferFunctions(context, caller.teamId, async (tx) => {
    const row = await visibleTo(tx, caller)
      .select(['transfer_function.team_id', 'transfer_function.created_by'])
      .where('transfer_function.id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return { changed: [], answer: null };
    if (row.team_id === null) throw new Refusal('transfer_function_shipped');
    if (!mayDeleteWorkOf(row.created_by, caller)) throw new Refusal('not_allowed');
    await tx.deleteFrom('transfer_function').where('id', '=', id).execute();
    return { changed: [id], answer: null };
  });
}

/** Changes of a team run one after the other, so that two that use the same name or modality at the same moment are detected. */
async function changeTransferFunctions<T>(
  { db, news, now }: ServerContext,
  teamId: number,
  change: (tx: Writer) => Promise<{ changed: readonly number[]; answer: T }>,
): Promise<T> {
  const { answer, seq } = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const made = await change(tx);
    let last: number | null = null;
    for (const id of made.changed) last = await appendChange(tx, { teamId, kind: 'transfer-function', ref: String(id), now: now() });
    return { answer: made.answer, seq: last };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return answer;
}

function ofTeam(db: Reader, teamId: number) {
  return db.selectFrom('transfer_function').where('transfer_function.team_id', '=', teamId);
}

function visibleTo(db: Reader, { teamId }: Member) {
  return db
    .selectFrom('transfer_function')
    .where((eb) => eb.or([eb('transfer_function.team_id', '=', teamId), eb('transfer_function.team_id', 'is', null)]));
}

const withCreator = (query: ReturnType<typeof visibleTo>) =>
  query.leftJoin('user', 'user.id', 'transfer_function.created_by').selectAll('transfer_function').select('user.name as creator');

async function readOne(db: Reader, caller: Member, id: number): Promise<TransferFunction> {
  const row = await withCreator(visibleTo(db, caller)).where('transfer_function.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return toTransferFunction(row, caller);
}

async function toColumns(tx: Reader, { name, modality, unit, points }: Values) {
  if (unit === 'percent' && points.some(({ value }) => value < 0 || value > 100))
    throw new Refusal('invalid', { errors: { points: [marked('Percentages are between 0 and 100.')] } });
  if (modality !== null) {
    const known = await tx.selectFrom('modality').select('code').where('code', '=', modality).executeTakeFirst();
    if (known === undefined) throw new Refusal('invalid', { errors: { modality: [marked('There is no such modality.')] } });
  }
  return { name, name_key: toSearched(name), modality, unit, points: JSON.stringify(points) };
}

async function assertNameFree(tx: Writer, teamId: number, key: string, ownId: number | null): Promise<void> {
  const named = await tx
    .selectFrom('transfer_function')
    .select('id')
    .where('name_key', '=', key)
    .where((eb) => eb.or([eb('team_id', '=', teamId), eb('team_id', 'is', null)]))
    .executeTakeFirst();
  if (named !== undefined && named.id !== ownId)
    throw new Refusal('duplicate_transfer_function', { errors: { name: [marked('Already taken')] } });
}

async function assertRoom(tx: Writer, teamId: number): Promise<void> {
  const { count } = await ofTeam(tx, teamId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const max = LIMITS.transferFunctionsPerTeam;
  if (count >= max) throw new Refusal('too_large', { limit: { name: 'transferFunctionsPerTeam', max } });
}

/** A modality has one default in a team: the previous one stops being it. */
async function takeDefault(tx: Writer, teamId: number, modality: string | null, ownId: number | null): Promise<number[]> {
  if (modality === null) return [];
  const previous = await ofTeam(tx, teamId).select('id').where('modality', '=', modality).executeTakeFirst();
  if (previous === undefined || previous.id === ownId) return [];
  await tx.updateTable('transfer_function').set({ modality: null }).where('id', '=', previous.id).execute();
  return [previous.id];
}

function toTransferFunction(row: Selectable<TransferFunctionTable> & { creator: string | null }, caller: Member): TransferFunction {
  const { id, uuid, name, modality, unit, points, team_id, created_by, creator, updated_at } = row;
  const shipped = team_id === null;
  return {
    ...{ id, uuid, name, modality, unit, points: JSON.parse(points) as TransferPoint[], shipped },
    deletable: !shipped && mayDeleteWorkOf(created_by, caller),
    created_by: creator,
    updated_at: shipped ? null : dateToWire(new Date(updated_at)),
  };
}
