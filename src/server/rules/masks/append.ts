import type { AsideReason, SentMaskOperation, TakenOperation } from '#contract/mask-operations.ts';
import type { Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { findRowToDrawOn, ignoreNotFound, rightsOn, touch, type SegmentationRow } from '#server/rules/segmentations/segmentation-rows.ts';

/** UUIDs of a study and of a segmentation in it. */
export interface OfMask {
  study: string;
  segmentation: string;
}

/** A segmentation whose operations are being appended. `last` grows with each of them. */
export interface Place {
  row: SegmentationRow;
  last: number;
}

/** Where an operation takes effect. */
interface Target {
  place: Place;
  segmentId: number | null;
}

/** Null if it is not there, or the caller may not draw on it. */
export async function placeFor(tx: Writer, caller: Member, { study, segmentation }: OfMask): Promise<Place | null> {
  const row = await findRowToDrawOn(tx, caller, segmentation, study).catch(ignoreNotFound);
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

/** The numbers of those operations of the caller that arrived before. They keep them, whatever became of the rights or the segment since. */
export async function numbersBefore(
  tx: Writer,
  { userId }: Member,
  { segmentation }: OfMask,
  operations: readonly SentMaskOperation[],
): Promise<ReadonlyMap<string, number>> {
  const known = await tx
    .selectFrom('mask_operation')
    .innerJoin('segmentation', 'segmentation.id', 'mask_operation.segmentation_id')
    .select(['mask_operation.uuid', 'mask_operation.number'])
    .where('segmentation.uuid', '=', segmentation)
    .where('mask_operation.user_id', '=', userId)
    .where(
      'mask_operation.uuid',
      'in',
      operations.map(({ uuid }) => uuid),
    )
    .execute();
  return new Map(known.map(({ uuid, number }) => [uuid, number]));
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
