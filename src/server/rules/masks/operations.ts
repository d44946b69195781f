import { randomUUID } from 'node:crypto';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { AsideReason, MaskOperation, MaskOperations, SentMaskOperation, TakenOperation } from '#contract/mask-operations.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import {
  findRow,
  ignoreNotFound,
  requireRight,
  rightsOn,
  segmentationsSeenBy,
  touch,
  type SegmentationRow,
} from '#server/rules/segmentations/segmentation-rows.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { keepAside } from './aside.ts';

/** UUIDs of a study and of a segmentation in it. */
export interface OfMask {
  study: string;
  segmentation: string;
}

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
    const answer: TakenOperation[] = [];
    for (const operation of operations) {
      const target = place === null ? ('access' as const) : await targetOf(tx, place, operation);
      if (typeof target === 'string') answer.push(await keepAside(tx, { ...of, teamId, userId, operation, reason: target, now }));
      else answer.push(await append(tx, target, { operation, userId, now }));
    }
    const isChanged = place !== null && place.last > place.row.operation_number;
    return { taken: answer, last: place?.last ?? 0, seq: isChanged ? await noteChange(tx, caller, place, now) : null };
  });
  tellOf(context, caller, { segmentation: of.segmentation, last, seq });
  return taken;
}

/** A segmentation whose operations are being appended. `last` grows with each of them. */
interface Place {
  row: SegmentationRow;
  last: number;
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

/** Where an operation takes effect. */
interface Target {
  place: Place;
  segmentId: number | null;
}

/** Null if it is not there, or the caller may not draw on it. */
export async function placeFor(tx: Writer, caller: Member, { study, segmentation }: OfMask): Promise<Place | null> {
  const row = await findRow(tx, caller, segmentation, study).catch(ignoreNotFound);
  if (row === null || !rightsOn(row, caller).edit) return null;
  return { row, last: row.operation_number };
}

export async function targetOf(tx: Writer, place: Place, { kind, segment, grid }: SentMaskOperation): Promise<Target | AsideReason> {
  if (kind === 'withdraw') return { place, segmentId: null };
  if (place.row.grid_hash !== grid) return 'grid';
  const found = await tx
    .selectFrom('segment')
    .select('id')
    .where('uuid', '=', segment)
    .where('segmentation_id', '=', place.row.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found === undefined ? 'segment' : { place, segmentId: found.id };
}

export async function append(
  tx: Writer,
  { place, segmentId }: Target,
  { operation, userId, now }: { operation: SentMaskOperation; userId: number | null; now: number },
): Promise<TakenOperation> {
  const { uuid, action, kind, base, device, tab, withdraws, bytes } = operation;
  const known = await tx
    .selectFrom('mask_operation')
    .select(['number', 'user_id'])
    .where('segmentation_id', '=', place.row.id)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (known !== undefined) {
    if (known.user_id !== userId) throw new Refusal('conflict');
    return { uuid, number: known.number };
  }
  const segments = kind === 'withdraw' ? await segmentsOfOwn(tx, place, { withdraws, userId }) : [segmentId!];
  const number = place.last + 1;
  await tx
    .insertInto('mask_operation')
    .values({
      ...{ segmentation_id: place.row.id, number, uuid, action, kind, segment_id: segmentId, user_id: userId, device, tab },
      ...{ base: Math.min(base, place.last), withdraws: JSON.stringify(withdraws), bytes, created_at: now },
    })
    .execute();
  place.last = number;
  if (segments.length > 0) await tx.updateTable('segment').set({ revision: number }).where('id', 'in', segments).execute();
  return { uuid, number };
}

/** The segments of what is withdrawn, all of it drawn by the user. Operations that never arrived are not there to be withdrawn. */
async function segmentsOfOwn(
  tx: Writer,
  place: Place,
  { withdraws, userId }: { withdraws: readonly string[]; userId: number | null },
): Promise<number[]> {
  const found = await tx
    .selectFrom('mask_operation')
    .select(['segment_id', 'user_id'])
    .where('segmentation_id', '=', place.row.id)
    .where('uuid', 'in', [...withdraws])
    .execute();
  if (found.some(({ user_id }) => user_id !== userId)) throw new Refusal('not_allowed');
  return [...new Set(found.flatMap(({ segment_id }) => (segment_id === null ? [] : [segment_id])))];
}

/**
 * After the operations of a transaction. The change log of the team gets an entry a second at most: it says that something was drawn in the study, and
 * the operations themselves are read by those who may.
 */
export async function noteChange(tx: Writer, { teamId }: Member, { row, last }: Place, now: number): Promise<number | null> {
  await tx.updateTable('segmentation').set({ operation_number: last }).where('id', '=', row.id).execute();
  await touch(tx, row.id, now);
  const recent = await tx
    .selectFrom('change')
    .select('seq')
    .where('team_id', '=', teamId)
    .where('kind', '=', 'segmentation')
    .where('ref', '=', row.study_uuid)
    .where('created_at', '>', now - TOLD_EVERY_MS)
    .limit(1)
    .executeTakeFirst();
  return recent === undefined ? appendChange(tx, { teamId, kind: 'segmentation', ref: row.study_uuid, now }) : null;
}

const TOLD_EVERY_MS = 1_000;

/** After the commit. */
export function tellOf(
  { news }: Pick<ServerContext, 'news'>,
  { teamId }: Member,
  { segmentation, last, seq }: { segmentation: string; last: number; seq: number | null },
): void {
  if (last > 0) news.toMask(segmentation, 'mask', { segmentation, last });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
}

/** Whether the member may be told of operations of a segmentation. */
export async function mayFollowMask({ db }: Pick<ServerContext, 'db'>, member: Member, segmentation: string): Promise<boolean> {
  const found = await segmentationsSeenBy(db.read, member)
    .select('segmentation.id')
    .where('segmentation.uuid', '=', segmentation)
    .executeTakeFirst();
  return found !== undefined && member.permissions.has('r:studies:detail');
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
