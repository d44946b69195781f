import { dateToWire } from '#contract/dates.ts';
import type { Comment, CommentPin } from '#contract/comments.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { blindingOf, sinceOf } from '#server/rules/campaigns/blinding.ts';
import type { Member } from '#server/rules/context.ts';
import { segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

/**
 * Every comment on a study that the caller may see, deleted ones included. Each has the number and the place of its thread. [Note: Blinded reads]:
 * while somebody reads blinded, only own ones of the present read. `write`: any own ones, because what was written in a read may arrive after it.
 */
export async function commentsOf(db: Reader, caller: Member, studyId: number, act: 'read' | 'write') {
  const blinding = await blindingOf(db, caller, studyId);
  const isOwnEnough = act === 'write' && blinding !== null;
  const visible = segmentationsSeenBy(db, caller).where('segmentation.study_id', '=', studyId).select('segmentation.uuid');
  return db
    .selectFrom('comment')
    .innerJoin('comment as first', (join) =>
      join.onRef('first.study_id', '=', 'comment.study_id').onRef('first.uuid', '=', 'comment.thread'),
    )
    .leftJoin('series', 'series.id', 'first.series_id')
    .leftJoin('task', 'task.id', 'first.task_id')
    .leftJoin('user', 'user.id', 'comment.user_id')
    .leftJoin('user as resolver', 'resolver.id', 'comment.resolved_by')
    .selectAll('comment')
    .select(['first.number as thread_number', 'first.pin as thread_pin', 'series.uuid as thread_series'])
    .select(['first.task_id as thread_task_id', 'task.uuid as thread_task'])
    .select(['first.segmentation as thread_segmentation', 'first.segment as thread_segment'])
    .select(['user.name as author', 'resolver.name as resolver'])
    .where('comment.study_id', '=', studyId)
    .$if(blinding !== null, (own) => own.where('comment.user_id', '=', caller.userId).where('first.user_id', '=', caller.userId))
    .$if(!isOwnEnough, (seen) =>
      seen
        .where('comment.created_at', '>=', sinceOf(blinding))
        .where((eb) => eb.or([eb('first.segmentation', 'is', null), eb('first.segmentation', 'in', visible)])),
    );
}

export type CommentRow = Awaited<ReturnType<Awaited<ReturnType<typeof commentsOf>>['execute']>>[number];

export async function findComment(
  db: Reader,
  caller: Member,
  { studyId, uuid, act }: { studyId: number; uuid: string; act: 'read' | 'write' },
): Promise<CommentRow | undefined> {
  return (await commentsOf(db, caller, studyId, act)).where('comment.uuid', '=', uuid).executeTakeFirst();
}

/** What is left of a deleted comment keeps the thread of the others. */
export const DELETED = { text: '', mentions: '[]' } as const;

/** Comments on a segmentation that is deleted go with it. In the transaction of the deletion. */
export async function deleteCommentsOn(tx: Writer, { study, segmentation, now }: { study: number; segmentation: string; now: number }) {
  const threads = tx.selectFrom('comment').select('uuid').where('study_id', '=', study).where('segmentation', '=', segmentation);
  await tx
    .updateTable('comment')
    .set({ ...DELETED, deleted_at: now, updated_at: now })
    .where('study_id', '=', study)
    .where('thread', 'in', threads)
    .where('deleted_at', 'is', null)
    .execute();
}

export function toComment(row: CommentRow, caller: Member): Comment {
  const { uuid, thread, thread_number, thread_pin, thread_series, text, version, user_id, author, resolved_at, resolved_by } = row;
  const hasPin = thread_pin !== null && thread_series !== null;
  return {
    ...{ uuid, thread, number: thread_number!, version, text },
    pin: hasPin ? { ...(JSON.parse(thread_pin) as Omit<CommentPin, 'series'>), series: thread_series } : null,
    ...{ segmentation: row.thread_segmentation, segment: row.thread_segment, task: row.thread_task },
    mentions: JSON.parse(row.mentions) as number[],
    user: user_id === null ? null : { id: user_id, name: author ?? '' },
    created_at: dateToWire(new Date(row.created_at)),
    updated_at: dateToWire(new Date(row.updated_at)),
    editable: row.deleted_at === null && mayDeleteWorkOf(user_id, caller),
    deleted: row.deleted_at !== null,
    resolved:
      resolved_at === null
        ? null
        : { user: resolved_by === null ? null : { id: resolved_by, name: row.resolver ?? '' }, at: dateToWire(new Date(resolved_at)) },
  };
}
