import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { LIMITS } from '#contract/limits.ts';
import type { Segment, Segmentation, SegmentList } from '#contract/segmentations.ts';
import { inSegmentOrder } from '#model/segment-order.ts';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import type { Writer } from '#server/db/database.ts';
import type { SegmentTable } from '#server/db/schema.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import {
  changeSegmentations,
  requireRight,
  segmentationsSeenBy,
  toListedSegmentations,
  toSegment,
  toSegmentations,
  touch,
  withNames,
} from './segmentation-rows.ts';

interface OfSegmentation {
  /** UUID of the study. */
  study: string;
  ref: string;
}
interface OfSegment extends OfSegmentation {
  /** Id or UUID. */
  segment: string;
}

/** CALL-072: the server gives sort number and value. Deleted segments count, so that a value is never used twice (SEG-020). */
export async function createSegment(
  context: ServerContext,
  caller: Member,
  { study, ref }: OfSegmentation,
  given: { title?: string | undefined; color?: string | undefined; visible?: boolean | undefined; uuid?: string | undefined },
): Promise<Segment> {
  return changeSegmentations(context, caller, async (tx, now) => {
    const { id: segmentationId } = await requireRight(tx, caller, 'edit', ref, study);
    const uuid = given.uuid ?? randomUUID();
    const known = await tx.selectFrom('segment').selectAll().where('uuid', '=', uuid).executeTakeFirst();
    if (known !== undefined) {
      if (known.segmentation_id !== segmentationId) throw new Refusal('conflict');
      return { study: null, answer: toSegment(known) };
    }
    const last = await tx
      .selectFrom('segment')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.coalesce(eb.fn.max('sort'), eb.val(0)).as('sort'),
        eb.fn.coalesce(eb.fn.max('value'), eb.val(0)).as('value'),
      ])
      .where('segmentation_id', '=', segmentationId)
      .executeTakeFirstOrThrow();
    const max = LIMITS.segmentsPerSegmentation;
    if (last.count >= max) throw new Refusal('too_large', { limit: { name: 'segmentsPerSegmentation', max } });
    const sort = Number(last.sort) + 1;
    const row = await tx
      .insertInto('segment')
      .values({
        ...{ uuid, segmentation_id: segmentationId, sort, value: Number(last.value) + 1 },
        title: given.title ?? `Part ${sort}`,
        color: given.color ?? SEGMENT_COLOURS[(sort - 1) % SEGMENT_COLOURS.length]!.value,
        visible: given.visible === false ? 0 : 1,
        ...{ revision: 0, deleted_at: null, created_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await touch(tx, segmentationId, now);
    return { study, answer: toSegment(row) };
  });
}

/** CALL-075. */
export const renameSegment = (context: ServerContext, caller: Member, at: OfSegment, title: string): Promise<Segment> =>
  changeSegment(context, caller, at, { title });

/** CALL-076. */
export const recolourSegment = (context: ServerContext, caller: Member, at: OfSegment, color: string): Promise<Segment> =>
  changeSegment(context, caller, at, { color });

/** PCALL-86. An order that was already made changes nothing. */
export async function orderSegments(
  context: ServerContext,
  caller: Member,
  { study, ref, order }: OfSegmentation & { order: readonly string[] },
): Promise<Segmentation> {
  return changeSegmentations(context, caller, async (tx, now) => {
    const row = await requireRight(tx, caller, 'edit', ref, study);
    const segments = await tx
      .selectFrom('segment')
      .select(['id', 'uuid', 'sort'])
      .where('segmentation_id', '=', row.id)
      .where('deleted_at', 'is', null)
      .orderBy('sort')
      .orderBy('id')
      .execute();
    const sortOf = new Map(segments.map(({ id, sort }) => [id, sort]));
    const moved = inSegmentOrder(segments, order).filter(({ id, sort }) => sortOf.get(id) !== sort);
    for (const { id, sort } of moved) await tx.updateTable('segment').set({ sort }).where('id', '=', id).execute();
    if (moved.length > 0) await touch(tx, row.id, now);
    const [answer] = await toSegmentations(tx, caller, [moved.length > 0 ? { ...row, updated_at: now } : row]);
    return { study: moved.length > 0 ? study : null, answer: answer! };
  });
}

/** CALL-073. A deleted segment stays deleted since the first time. */
export async function deleteSegment(context: ServerContext, caller: Member, at: OfSegment): Promise<Segment> {
  return changeSegmentations(context, caller, async (tx, now) => {
    const segment = await requireSegment(tx, caller, at);
    if (segment.deleted_at !== null) return { study: null, answer: toSegment(segment) };
    await tx.updateTable('segment').set({ deleted_at: now }).where('id', '=', segment.id).execute();
    await touch(tx, segment.segmentation_id, now);
    return { study: at.study, answer: toSegment({ ...segment, deleted_at: now }) };
  });
}

/** PCALL-16: by segmentation in the order of their ids, then by sort number. */
export async function listSegments(
  { db }: ServerContext,
  caller: Member,
  { page, list }: { page: number; list: string },
): Promise<z.infer<typeof SegmentList>> {
  const ids = list.split(',').map(Number);
  const rows = await withNames(segmentationsSeenBy(db.read, caller)).where('segmentation.id', 'in', ids).execute();
  const listed = new Map((await toListedSegmentations(db.read, caller, rows)).map((segmentation) => [segmentation.id, segmentation]));
  const perPage = LIMITS.segmentsPerPage;
  const found = db.read
    .selectFrom('segment')
    .where('segmentation_id', 'in', [...listed.keys(), 0])
    .where('deleted_at', 'is', null);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const segments = await found
    .selectAll()
    .orderBy('segmentation_id')
    .orderBy('sort')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return {
    data: segments.map((segment) => ({ ...toSegment(segment), segmentation: listed.get(segment.segmentation_id)! })),
    total,
    per_page: perPage,
    current_page: page,
  };
}

async function changeSegment(
  context: ServerContext,
  caller: Member,
  at: OfSegment,
  values: Partial<Pick<Selectable<SegmentTable>, 'title' | 'color'>>,
): Promise<Segment> {
  return changeSegmentations(context, caller, async (tx, now) => {
    const segment = await requireSegment(tx, caller, at);
    if (segment.deleted_at !== null) throw new Refusal('not_found');
    const next = { ...segment, ...values };
    if (next.title === segment.title && next.color === segment.color) return { study: null, answer: toSegment(segment) };
    await tx.updateTable('segment').set(values).where('id', '=', segment.id).execute();
    await touch(tx, segment.segmentation_id, now);
    return { study: at.study, answer: toSegment(next) };
  });
}

/** Deleted ones too. */
async function requireSegment(tx: Writer, caller: Member, { study, ref, segment: of }: OfSegment): Promise<Selectable<SegmentTable>> {
  const { id: segmentationId } = await requireRight(tx, caller, 'edit', ref, study);
  const segment = await tx
    .selectFrom('segment')
    .selectAll()
    .where((eb) => (of.includes('-') ? eb('uuid', '=', of) : eb('id', '=', Number(of))))
    .where('segmentation_id', '=', segmentationId)
    .executeTakeFirst();
  if (segment === undefined) throw new Refusal('not_found');
  return segment;
}
