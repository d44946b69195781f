import { createHash } from 'node:crypto';
import { marked } from '#language/t.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requireRight } from '#server/rules/segmentations/segmentation-rows.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { uuidOf } from '#server/rules/uuid-of.ts';
import { append, noteChange, tellOf, type Place } from './append.ts';
import { noSegment, ONE_BY_ONE, wholeMask } from './whole-mask.ts';
import type { MadeOperation, WrittenMaskAnswer, WrittenMaskReader } from '#server/label-maps/written-mask.ts';

export interface SentMask {
  study: string;
  /** Id or UUID of the segmentation. */
  ref: string;
  /** NIfTI, compressed or not. */
  file: Uint8Array;
  /** `If-Match`: the number of the last operation that its author had seen. */
  ifMatch: string | undefined;
  /** Values of segments in the order in which they were written, if that is not the order of the values. The last one wins where segments overlap. */
  order: readonly number[];
  /** The sender has gone. */
  left: AbortSignal;
}

/**
 * PCALL-17: a whole mask as a label map, whose values are those of the segments. It becomes bulk operations, which change only the voxels that differ from the state that
 * the author had seen. `mask_changed`: somebody has drawn since, and nothing is written. The same mask over the same state is written once.
 */
export async function putMask(
  context: ServerContext,
  reader: WrittenMaskReader,
  caller: Member,
  sent: SentMask,
): Promise<{ revision: number }> {
  const seen = numberOf(sent.ifMatch);
  const row = await requireRight(context.db.read, caller, 'edit', sent.ref, sent.study);
  const hash = createHash('sha256').update(sent.file).digest('hex');
  const action = uuidOf(['mask', row.uuid, caller.userId, seen, sent.order.join(','), hash].join(' '));
  const before = await lastOf(context.db.read, row.id, action);
  if (before !== null) return { revision: before };
  if (row.operation_number !== seen) throw new Refusal('mask_changed');
  const operations = await ONE_BY_ONE(String(caller.userId), async () => {
    const mask = await wholeMask(context.db.read, row, sent.order);
    const file = { size: sent.file.length, read: async (offset: number, length: number) => sent.file.slice(offset, offset + length) };
    const written = { mask, isExclusive: row.exclusive === 1, author: caller.userId, action };
    return operationsOf(await reader.read(written, file, sent.left));
  });
  return write(context, caller, sent, { action, seen, operations });
}

/** As an entity tag or plain. */
function numberOf(ifMatch: string | undefined): number {
  const [, quoted, plain] = /^\s*(?:"(\d{1,15})"|(\d{1,15}))\s*$/.exec(ifMatch ?? '') ?? [];
  const number = quoted ?? plain;
  if (number === undefined)
    throw new Refusal('invalid', { errors: { 'If-Match': [marked('The number of the last operation that was seen.')] } });
  return Number(number);
}

/** The last number of a change that arrived before. */
async function lastOf(db: Reader, segmentationId: number, action: string): Promise<number | null> {
  const { last } = await db
    .selectFrom('mask_operation')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('segmentation_id', '=', segmentationId)
    .where('action', '=', action)
    .executeTakeFirstOrThrow();
  return last === null ? null : Number(last);
}

function operationsOf(answer: WrittenMaskAnswer): MadeOperation[] {
  if (answer.ok) return answer.operations;
  if (answer.why === 'damaged') throw new Error('The operations of a mask cannot be read');
  throw new Refusal('invalid', { errors: { file: [answer.why === 'values' ? noSegment(answer.values) : WHY[answer.why]] } });
}

const WHY = {
  'no-nifti': marked('It cannot be read as NIfTI.'),
  'other-voxels': marked('Its voxels are not those of the series that the mask is drawn on.'),
  'not-labels': marked('Its values must be whole numbers from 0.'),
} as const;

async function write(
  context: ServerContext,
  caller: Member,
  { study, ref }: SentMask,
  { action, seen, operations }: { action: string; seen: number; operations: MadeOperation[] },
): Promise<{ revision: number }> {
  const { teamId, userId } = caller;
  const { segmentation, last, seq } = await context.db.write(async (tx) => {
    await lockTeam(tx, teamId);
    // What the caller may do, and what was drawn, may have changed while the file was read.
    const row = await requireRight(tx, caller, 'edit', ref, study);
    const told = { segmentation: row.uuid, seq: null };
    const before = await lastOf(tx, row.id, action);
    if (before !== null) return { ...told, last: before };
    if (row.operation_number !== seen) throw new Refusal('mask_changed');
    if (operations.length === 0) return { ...told, last: seen };
    const segments = await tx
      .selectFrom('segment')
      .select(['id', 'uuid'])
      .where('segmentation_id', '=', row.id)
      .where('deleted_at', 'is', null)
      .execute();
    const idByUuid = new Map(segments.map(({ id, uuid }) => [uuid, id]));
    if (operations.some(({ segment }) => !idByUuid.has(segment))) throw new Refusal('mask_changed');
    const [place, now]: [Place, number] = [{ row, last: seen }, context.now()];
    for (const [at, { segment, bytes }] of operations.entries()) {
      const uuid = uuidOf(`${action} ${at}`);
      const operation = {
        uuid,
        action,
        device: action,
        tab: action,
        kind: 'bulk' as const,
        base: seen,
        withdraws: [],
        segment,
        grid: row.grid_hash!,
        bytes,
      };
      await append(tx, { place, segmentId: idByUuid.get(segment)! }, { operation, userId, now });
    }
    return { ...told, last: place.last, seq: await noteChange(tx, caller, place, now) };
  });
  tellOf(context, caller, { segmentation, last, seq });
  return { revision: last };
}
