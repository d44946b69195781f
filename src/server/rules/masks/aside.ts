import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { AsideOperation, AsideReason, SentMaskOperation, TakenOperation } from '#contract/mask-operations.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { MaskOperationAsideTable } from '#server/db/schema.ts';
import { blindedStudyIds } from '#server/rules/campaigns/blinding.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { administers } from '#server/rules/teams/roles.ts';
import { append, noteChange, placeFor, targetOf, tellOf, type Place } from './append.ts';

/**
 * Operations that could not take effect when they arrived: nothing that was drawn is lost because a right, a segment or a segmentation is gone. Their
 * author and the administrators of the team see them, and nobody else.
 */

/**
 * Also for a segmentation that never existed, or that the caller never saw: a refusal would tell which of the two it is. So the bytes of one user
 * are limited.
 */
export async function keepAside(
  tx: Writer,
  {
    study,
    segmentation,
    teamId,
    userId,
    operation,
    reason,
    now,
  }: {
    study: string;
    segmentation: string;
    teamId: number;
    userId: number;
    operation: SentMaskOperation;
    reason: AsideReason;
    now: number;
  },
): Promise<TakenOperation> {
  const { uuid } = operation;
  const known = await tx
    .selectFrom('mask_operation_aside')
    .select(['uuid', 'reason', 'user_id', 'discarded_at'])
    .where('team_id', '=', teamId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (known !== undefined) {
    if (known.user_id !== userId) throw new Refusal('conflict');
    return stateOf(known);
  }
  const kept = JSON.stringify(operation);
  const { bytes } = await tx
    .selectFrom('mask_operation_aside')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size_bytes'), eb.val(0)).as('bytes'))
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.asideBytesPerUser;
  if (Number(bytes) + kept.length > max) throw new Refusal('too_large', { limit: { name: 'asideBytesPerUser', max } });
  await tx
    .insertInto('mask_operation_aside')
    .values({
      ...{ team_id: teamId, uuid, user_id: userId, study_uuid: study, segmentation_uuid: segmentation, reason },
      ...{ operation: kept, size_bytes: kept.length, created_at: now },
    })
    .execute();
  return { uuid, aside: reason };
}

/** They have their numbers by now, also those that were discarded before. */
export async function dropApplied(tx: Writer, { teamId, userId }: Member, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  await tx
    .deleteFrom('mask_operation_aside')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('uuid', 'in', [...uuids])
    .execute();
}

/** PCALL-127. What the server does not know is left out: it was restored from a backup that is older than the operation. */
export async function asideStates({ db }: Pick<ServerContext, 'db'>, caller: Member, uuids: readonly string[]): Promise<TakenOperation[]> {
  const aside = await db.read
    .selectFrom('mask_operation_aside')
    .select(['uuid', 'reason', 'discarded_at'])
    .where('team_id', '=', caller.teamId)
    .where('user_id', '=', caller.userId)
    .where('uuid', 'in', [...uuids])
    .execute();
  const applied = await db.read
    .selectFrom('mask_operation')
    .innerJoin('segmentation', 'segmentation.id', 'mask_operation.segmentation_id')
    .innerJoin('study', 'study.id', 'segmentation.study_id')
    .select(['mask_operation.uuid', 'mask_operation.number'])
    .where('study.team_id', '=', caller.teamId)
    .where('mask_operation.user_id', '=', caller.userId)
    .where('mask_operation.uuid', 'in', [...uuids])
    .execute();
  return [...aside.map(stateOf), ...applied];
}

const stateOf = ({
  uuid,
  reason,
  discarded_at,
}: Pick<Selectable<MaskOperationAsideTable>, 'uuid' | 'reason' | 'discarded_at'>): TakenOperation =>
  discarded_at === null ? { uuid, aside: reason } : { uuid, discarded: true };

/** PCALL-100: the oldest first, a few in an answer. `after`: the last one of the answer before. */
export async function asideOperations(
  { db }: ServerContext,
  caller: Member,
  after: string | undefined,
): Promise<{ data: AsideOperation[]; more: boolean }> {
  const last =
    after === undefined ? 0 : (await asideOf(db.read, caller).where('mask_operation_aside.uuid', '=', after).executeTakeFirst())?.id;
  if (last === undefined) throw new Refusal('not_found');
  const found = await asideOf(db.read, caller)
    .where('mask_operation_aside.id', '>', last)
    .orderBy('mask_operation_aside.id')
    .limit(PER_ANSWER + 1)
    .execute();
  return { data: found.slice(0, PER_ANSWER).map(toAside), more: found.length > PER_ANSWER };
}

const PER_ANSWER = 20;

/** PCALL-101. It stays aside if it still cannot take effect. */
export async function applyAsideOperation(context: ServerContext, caller: Member, uuid: string): Promise<TakenOperation> {
  const { taken, ...told } = await context.db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const now = context.now();
    const row = await requireAside(tx, caller, uuid);
    const place = await placeFor(tx, caller, { study: row.study_uuid, segmentation: row.segmentation_uuid });
    if (place === null) throw new Refusal('not_allowed');
    const applied = await applyRow(tx, place, row, now);
    const nothing = { segmentation: row.segmentation_uuid, last: 0, seq: null };
    if (place.last === place.row.operation_number) return { taken: applied, ...nothing };
    return { taken: applied, ...nothing, last: place.last, seq: await noteChange(tx, caller, place, now) };
  });
  tellOf(context, caller, told);
  return taken;
}

/** In the name of its author. It stays aside, with its present reason, if it cannot take effect. */
export async function applyRow(tx: Writer, place: Place, row: AsideRow, now: number): Promise<TakenOperation> {
  const operation = JSON.parse(row.operation) as SentMaskOperation;
  const target = await targetOf(tx, place, operation);
  if (typeof target === 'string') {
    await tx.updateTable('mask_operation_aside').set({ reason: target }).where('id', '=', row.id).execute();
    return { uuid: row.uuid, aside: target };
  }
  const appended = await append(tx, target, { operation, userId: row.user_id, now });
  await tx.deleteFrom('mask_operation_aside').where('id', '=', row.id).execute();
  return appended;
}

/** PCALL-102. One that is gone is discarded. Its bytes are deleted, and that it was discarded is kept. */
export async function discardAsideOperation({ db, now }: ServerContext, caller: Member, uuid: string): Promise<void> {
  await db.write(async (tx) => {
    const row = await asideOf(tx, caller).where('mask_operation_aside.uuid', '=', uuid).executeTakeFirst();
    if (row !== undefined) await discardedRows(tx, now()).where('id', '=', row.id).execute();
  });
}

export const discardedRows = (tx: Writer, now: number) =>
  tx.updateTable('mask_operation_aside').set({ operation: '', size_bytes: 0, discarded_at: now });

/** What the caller sees of what was kept aside and not discarded. */
export const asideOf = (db: Reader, caller: Member) => {
  const ofTeam = db
    .selectFrom('mask_operation_aside')
    .leftJoin('user', 'user.id', 'mask_operation_aside.user_id')
    .selectAll('mask_operation_aside')
    .select('user.name as author')
    .where('mask_operation_aside.discarded_at', 'is', null)
    .where('mask_operation_aside.team_id', '=', caller.teamId);
  if (!administers(caller)) return ofTeam.where('mask_operation_aside.user_id', '=', caller.userId);
  // [Note: Blinded reads]
  const blinded = db
    .selectFrom('study as case_study')
    .select('case_study.uuid')
    .where('case_study.id', 'in', blindedStudyIds(db, caller.userId));
  return ofTeam.where((eb) =>
    eb.or([eb('mask_operation_aside.user_id', '=', caller.userId), eb('mask_operation_aside.study_uuid', 'not in', blinded)]),
  );
};

async function requireAside(tx: Writer, caller: Member, uuid: string) {
  const row = await asideOf(tx, caller).where('mask_operation_aside.uuid', '=', uuid).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

export type AsideRow = Awaited<ReturnType<ReturnType<typeof asideOf>['execute']>>[number];

function toAside(row: AsideRow): AsideOperation {
  return {
    ...{ uuid: row.uuid, study: row.study_uuid, segmentation: row.segmentation_uuid, reason: row.reason },
    user: row.user_id === null ? null : { id: row.user_id, name: row.author ?? '' },
    created_at: dateToWire(new Date(row.created_at)),
    operation: JSON.parse(row.operation) as SentMaskOperation,
  };
}
