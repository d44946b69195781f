import { randomUUID } from 'node:crypto';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { MaskOperation, MaskOperations, SentMaskOperation, TakenOperation } from '#contract/mask-operations.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { findRow, ignoreNotFound, requireRight, rightsOn, segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { append, noteChange, numbersBefore, placeFor, targetOf, tellOf, type OfMask, type Place } from './append.ts';
import { dropApplied, keepAside } from './aside.ts';

/** PCALL-98: the rights are checked at each read, so who loses them reads nothing more. */
export async function maskOperations(
  { db }: ServerContext,
  caller: Member,
  { study, segmentation }: OfMask,
  since: number,
): Promise<MaskOperations> {
  const row = await findRow(db.read, caller, segmentation, study);
  const operations: MaskOperation[] = [];
  let bytes = 0;
  let after = since;
  for (;;) {
    // A few at a time: one of them may be large.
    const found = await operationsOf(db.read, row.id).where('number', '>', after).orderBy('number').limit(PER_READ).execute();
    for (const one of found) {
      if (bytes > 0 && bytes + one.bytes.length > LIMITS.jsonBodyBytes) return { last: row.operation_number, operations };
      operations.push(toOperation(one));
      bytes += one.bytes.length + OVERHEAD_BYTES;
      after = one.number;
    }
    if (found.length < PER_READ) return { last: Math.max(row.operation_number, after), operations };
  }
}

const PER_READ = 50;
/** About what the other fields of an operation take. */
const OVERHEAD_BYTES = 500;

/**
 * PCALL-99. The order of a segmentation is that of these numbers, whatever the clocks of the devices say. What cannot take effect is kept aside, and the
 * others go on: nothing that was drawn is refused.
 */
export async function sendMaskOperations(
  context: ServerContext,
  caller: Member,
  of: OfMask,
  operations: readonly SentMaskOperation[],
): Promise<TakenOperation[]> {
  const { teamId, userId } = caller;
  const { taken, last, seq } = await context.db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const now = context.now();
    const place = await placeFor(tx, caller, of);
    const before = await numbersBefore(tx, caller, of, operations);
    const answer: TakenOperation[] = [];
    for (const operation of operations) {
      const number = before.get(operation.uuid);
      if (number !== undefined) {
        answer.push({ uuid: operation.uuid, number });
        continue;
      }
      const target = place === null ? ('access' as const) : await targetOf(tx, place, operation);
      if (typeof target === 'string') answer.push(await keepAside(tx, { ...of, teamId, userId, operation, reason: target, now }));
      else answer.push(await append(tx, target, { operation, userId, now }));
    }
    await dropApplied(
      tx,
      caller,
      answer.flatMap((one) => ('number' in one ? [one.uuid] : [])),
    );
    const isChanged = place !== null && place.last > place.row.operation_number;
    return { taken: answer, last: place?.last ?? 0, seq: isChanged ? await noteChange(tx, caller, place, now) : null };
  });
  tellOf(context, caller, { segmentation: of.segmentation, last, seq });
  return taken;
}

/** CALL-074: for a deleted segment. One whose bits are clear stays as it is. Unlike a stroke, it is made by the server. */
export async function removeMaskValue(
  context: ServerContext,
  caller: Member,
  { study, ref, value }: { study: string; ref: string; value: number },
): Promise<{ revision: number }> {
  const { teamId, userId } = caller;
  const { segmentation, last, seq } = await context.db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const row = await requireRight(tx, caller, 'edit', ref, study);
    const place: Place = { row, last: row.operation_number };
    const segment = await tx
      .selectFrom('segment')
      .leftJoin('mask_operation', 'mask_operation.segment_id', 'segment.id')
      .select(['segment.id', 'mask_operation.kind'])
      .where('segment.segmentation_id', '=', row.id)
      .where('segment.value', '=', value)
      .orderBy('mask_operation.number', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (segment === undefined) throw new Refusal('not_found');
    const told = { segmentation: row.uuid, last: row.operation_number, seq: null };
    if (segment.kind === null || segment.kind === 'clear') return told;
    const [uuid, now] = [randomUUID(), context.now()];
    const made = { uuid, action: uuid, device: uuid, tab: uuid, kind: 'clear' as const, base: place.last, withdraws: [], bytes: '' };
    const operation = { ...made, segment: null, grid: row.grid_hash! };
    await append(tx, { place, segmentId: segment.id }, { operation, userId, now });
    return { ...told, last: place.last, seq: await noteChange(tx, caller, place, now) };
  });
  tellOf(context, caller, { segmentation, last, seq });
  return { revision: last };
}

/** Whether the member may be told of operations of a segmentation. */
export async function mayFollowMask({ db }: Pick<ServerContext, 'db'>, member: Member, segmentation: string): Promise<boolean> {
  const found = await segmentationsSeenBy(db.read, member)
    .select('segmentation.id')
    .where('segmentation.uuid', '=', segmentation)
    .executeTakeFirst();
  return found !== undefined && member.permissions.has('r:studies:detail');
}

/** Whether the caller may see and change it now. */
export async function mayDrawMask({ db }: Pick<ServerContext, 'db'>, member: Member, segmentation: string): Promise<boolean> {
  const row = await findRow(db.read, member, segmentation).catch(ignoreNotFound);
  return row !== null && member.permissions.has('r:studies:detail') && rightsOn(row, member).edit;
}

const operationsOf = (db: Reader, segmentationId: number) =>
  db
    .selectFrom('mask_operation')
    .innerJoin('segmentation', 'segmentation.id', 'mask_operation.segmentation_id')
    .leftJoin('segment', 'segment.id', 'mask_operation.segment_id')
    .leftJoin('user', 'user.id', 'mask_operation.user_id')
    .selectAll('mask_operation')
    .select(['segment.uuid as segment', 'user.name as author', 'segmentation.grid_hash'])
    .where('mask_operation.segmentation_id', '=', segmentationId);

type Row = Awaited<ReturnType<ReturnType<typeof operationsOf>['execute']>>[number];

function toOperation({ uuid, action, kind, segment, grid_hash, base, device, tab, bytes, number, ...row }: Row): MaskOperation {
  return {
    ...{ uuid, action, kind, segment, grid: grid_hash!, base, device, tab, bytes, number },
    withdraws: JSON.parse(row.withdraws) as string[],
    user: row.user_id === null ? null : { id: row.user_id, name: row.author ?? '' },
    created_at: dateToWire(new Date(row.created_at)),
  };
}
