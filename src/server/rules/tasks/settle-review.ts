import type { Writer } from '#server/db/database.ts';
import { sendBackRead } from '#server/rules/campaigns/review-reads.ts';
import { nameApprovedState } from '#server/rules/masks/revisions.ts';
import { assigneesOf } from './assignees.ts';
import type { Finish, Tell } from './open-review.ts';
import { recordMove } from './task-moves.ts';
import { doneText, nameOf, notifyOfTask, studyAddress } from './task-notices.ts';
import type { TaskCaller, TaskRow } from './tasks.ts';

/**
 * A review is done. Asking for changes sends the work back to the person who finished it. Approving names the state of the segmentation that the
 * reviewer saw.
 */
export async function settleReviewed(tx: Writer, review: TaskRow, me: TaskCaller, { number }: Finish, now: number): Promise<Tell[]> {
  if (review.decision === 'accepted') {
    if (review.segmentation_id !== null) await nameApprovedState(tx, review.segmentation_id, { number, userId: me.userId, now });
    return [];
  }
  if (review.read_id !== null) return sendBackRead(tx, review, me, now);
  if (review.of_id === null) return [];
  const reviewed = await tx.selectFrom('task').selectAll().where('id', '=', review.of_id).executeTakeFirst();
  // It may be in other hands again.
  if (reviewed?.state !== 'done') return [];
  const isThere = (await assigneesOf(tx, me.teamId)).people.some(({ id }) => id === reviewed.assignee_id);
  const after: TaskRow = {
    ...{ ...reviewed, state: 'returned', assignee_id: isThere ? reviewed.assignee_id : null, reason: review.reason, decision: null },
    ...{ changed_by: me.userId, last_act: 'send_back', finished_at: null, updated_at: now },
  };
  const { id, ...values } = after;
  await tx.updateTable('task').set(values).where('id', '=', id).execute();
  await recordMove(tx, after, { act: 'send_back', userId: me.userId, reason: after.reason, now });
  return [
    async () =>
      notifyOfTask(tx, {
        type: 'task.returned',
        teamId: me.teamId,
        to: [after.assignee_id],
        by: me.userId,
        description: doneText(await nameOf(tx, me.userId), after),
        url: studyAddress(after.subject_uuid),
        cause: `${after.uuid}:send_back:${now}`,
        now,
      }),
  ];
}
