import { randomUUID } from 'node:crypto';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { MaskRevision, SentMaskRevision } from '#contract/mask-revisions.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import {
  changeSegmentations,
  findRow,
  requireRight,
  rightsOn,
  type SegmentationRow,
} from '#server/rules/segmentations/segmentation-rows.ts';
import type { OfMask } from './append.ts';

type OfRevision = OfMask & { revision: string };

/** PCALL-105: for whoever may see the segmentation, the highest number first. */
export async function maskRevisions({ db }: ServerContext, caller: Member, { study, segmentation }: OfMask): Promise<MaskRevision[]> {
  const row = await findRow(db.read, caller, segmentation, study);
  const found = await revisionsOf(db.read, row.id)
    .where('segmentation_revision.deleted_at', 'is', null)
    .orderBy('segmentation_revision.number', 'desc')
    .orderBy('segmentation_revision.id', 'desc')
    .execute();
  return found.map((one) => toRevision(one, row, caller));
}

/** PCALL-106: for whoever may draw there. A revision never changes: sent again, it is answered as it is stored. */
export async function nameMaskRevision(
  context: ServerContext,
  caller: Member,
  { study, segmentation, revision: uuid }: OfRevision,
  { name, number }: SentMaskRevision,
): Promise<MaskRevision> {
  return changeSegmentations(context, caller, async (tx, now) => {
    const row = await requireRight(tx, caller, 'edit', segmentation, study);
    const known = await revisionsOf(tx, row.id).where('segmentation_revision.uuid', '=', uuid).executeTakeFirst();
    if (known !== undefined) {
      if (known.user_id !== caller.userId) throw new Refusal('conflict');
      if (known.deleted_at !== null) throw new Refusal('not_found');
      return { study: null, answer: toRevision(known, row, caller) };
    }
    if (number > row.operation_number)
      throw new Refusal('invalid', { errors: { number: [marked('The segmentation has no such operation.')] } });
    const { count } = await tx
      .selectFrom('segmentation_revision')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('segmentation_id', '=', row.id)
      .executeTakeFirstOrThrow();
    const max = LIMITS.revisionsPerSegmentation;
    if (Number(count) >= max) throw new Refusal('too_large', { limit: { name: 'revisionsPerSegmentation', max } });
    await tx
      .insertInto('segmentation_revision')
      .values({ segmentation_id: row.id, uuid, number, name, user_id: caller.userId, created_at: now, deleted_at: null })
      .execute();
    const made = await revisionsOf(tx, row.id).where('segmentation_revision.uuid', '=', uuid).executeTakeFirstOrThrow();
    return { study: row.study_uuid, answer: toRevision(made, row, caller) };
  });
}

/** PCALL-107: for its author and the owners of the segmentation. One that is gone or never arrived is removed. Operations stay as they are. */
export async function removeMaskRevision(
  context: ServerContext,
  caller: Member,
  { study, segmentation, revision: uuid }: OfRevision,
): Promise<void> {
  await changeSegmentations(context, caller, async (tx, now) => {
    const row = await findRow(tx, caller, segmentation, study);
    const known = await revisionsOf(tx, row.id).where('segmentation_revision.uuid', '=', uuid).executeTakeFirst();
    if (known === undefined || known.deleted_at !== null) return { study: null, answer: null };
    if (!mayRemove(known, row, caller)) throw new Refusal('not_allowed');
    // The row stays, so that no device brings it back.
    await tx.updateTable('segmentation_revision').set({ deleted_at: now, name: '' }).where('id', '=', known.id).execute();
    return { study: row.study_uuid, answer: null };
  });
}

/**
 * In the transaction of an approval: the state that the reviewer saw, or else the last one, gets the name of the approval. Nothing is named if nothing was
 * drawn, or if the segmentation has as many names as it may have.
 */
export async function nameApprovedState(
  tx: Writer,
  segmentationId: number,
  { number, userId, now }: { number: number | undefined; userId: number; now: number },
): Promise<void> {
  const { operation_number: last } = await tx
    .selectFrom('segmentation')
    .select('operation_number')
    .where('id', '=', segmentationId)
    .executeTakeFirstOrThrow();
  const { count } = await tx
    .selectFrom('segmentation_revision')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('segmentation_id', '=', segmentationId)
    .executeTakeFirstOrThrow();
  if (last === 0 || Number(count) >= LIMITS.revisionsPerSegmentation) return;
  const { name } = await tx.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirstOrThrow();
  const seen = Math.min(number ?? last, last);
  await tx
    .insertInto('segmentation_revision')
    .values({
      ...{ segmentation_id: segmentationId, uuid: randomUUID(), number: seen, name: `Approved by ${name}`.slice(0, MOST_NAME) },
      ...{ user_id: userId, created_at: now, deleted_at: null },
    })
    .execute();
}

/** As `RevisionName` allows. */
const MOST_NAME = 100;

const revisionsOf = (db: Reader, segmentationId: number) =>
  db
    .selectFrom('segmentation_revision')
    .leftJoin('user', 'user.id', 'segmentation_revision.user_id')
    .selectAll('segmentation_revision')
    .select('user.name as author')
    .where('segmentation_revision.segmentation_id', '=', segmentationId);

type Row = Awaited<ReturnType<ReturnType<typeof revisionsOf>['execute']>>[number];

const mayRemove = ({ user_id }: Pick<Row, 'user_id'>, segmentation: SegmentationRow, caller: Member): boolean =>
  user_id === caller.userId || rightsOn(segmentation, caller).share;

function toRevision({ uuid, number, name, user_id, author, created_at }: Row, segmentation: SegmentationRow, caller: Member): MaskRevision {
  return {
    ...{ uuid, number, name, created_at: dateToWire(new Date(created_at)), removable: mayRemove({ user_id }, segmentation, caller) },
    user: user_id === null ? null : { id: user_id, name: author ?? '' },
  };
}
