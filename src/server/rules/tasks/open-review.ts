import { randomUUID } from 'node:crypto';
import type { TaskHolder } from '#contract/tasks.ts';
import { marked } from '#language/t.ts';
import { WAITING } from '#model/tasks/task-states.ts';
import type { Writer } from '#server/db/database.ts';
import { Refusal, type Member } from '#server/rules/context.ts';
import { seesSegmentation, segmentationsSeenBy } from '#server/rules/segmentations/segmentation-rows.ts';
import type { Notified } from '#server/rules/notifications/notify.ts';
import { assigneesOf, requireAssignee } from './assignees.ts';
import { recordMove } from './task-moves.ts';
import { assignedText, holdersOf, nameOf, notifyOfTask, studyAddress, unassignedText } from './task-notices.ts';
import type { TaskCaller, TaskRow } from './tasks.ts';

/** What a finish says of the review. */
export interface Finish {
  review_by?: TaskHolder | undefined;
  segmentation?: string | undefined;
  number?: number | undefined;
}

/** Stored already; the people are told at the end of the transaction. */
export type Tell = () => Promise<Notified[]>;

/**
 * An annotate task is done: its review opens, for the first time or again, if the assigner wanted one or the person who finished it asks for one. One
 * that waits stays as it is.
 */
export async function openReview(tx: Writer, task: TaskRow, me: TaskCaller, finish: Finish, now: number): Promise<Tell[]> {
  const drawn = await segmentationOf(tx, me, task, finish.segmentation);
  if (finish.review_by !== undefined && drawn !== null) await requireSeen(tx, me, finish.review_by, drawn, 'review_by');
  const segmentationId = drawn?.id ?? null;
  const asked = finish.review_by === undefined ? null : await requireAssignee(tx, me.teamId, finish.review_by, 'review_by');
  return openReviewOf(
    tx,
    {
      ...{ of: { of_id: task.id, read_id: null }, subject_uuid: task.subject_uuid, study_id: task.study_id, segmentationId },
      ...{ author: task.assignee_id, wanted: asked ?? { assignee_id: task.reviewer_id, role_id: task.reviewer_role_id } },
      ...{ note: '', created_by: asked === null ? task.created_by : me.userId },
    },
    me,
    now,
  );
}

/** What is to be reviewed: a task, or a read of a campaign. */
export interface Reviewable extends Pick<TaskRow, 'subject_uuid' | 'study_id' | 'note' | 'created_by'> {
  of: { of_id: number; read_id: null } | { of_id: null; read_id: number };
  segmentationId: number | null;
  /** Who did the work, and does not review it. */
  author: number | null;
  wanted: Pick<TaskRow, 'assignee_id' | 'role_id'>;
}

/** For the first time or again. Without anybody who is wanted, none opens. */
export async function openReviewOf(tx: Writer, work: Reviewable, me: Member, now: number): Promise<Tell[]> {
  const { of, segmentationId, author, wanted, ...own } = work;
  const earlier = await tx
    .selectFrom('task')
    .selectAll()
    .where((eb) => (of.of_id === null ? eb('read_id', '=', of.read_id) : eb('of_id', '=', of.of_id)))
    .where('state', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (earlier !== undefined) return openAgain(tx, earlier, me, { segmentationId, author }, now);
  if (wanted.assignee_id === null && wanted.role_id === null) return [];
  const { reason, ...holder } = await holderOf(tx, me.teamId, wanted, author);
  const review = await tx
    .insertInto('task')
    .values({
      ...{ uuid: randomUUID(), team_id: me.teamId, assignment: randomUUID(), kind: 'review', subject_kind: 'study' },
      ...{ ...own, ...of, segmentation_id: segmentationId },
      ...holder,
      ...{ due: '', state: 'open', reason, decision: null, minutes: 0, round: 1, reviewer_id: null, reviewer_role_id: null },
      ...{ changed_by: null, last_act: null, created_at: now, updated_at: now, finished_at: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return [() => tellOfReview(tx, review, me)];
}

/** A review that waits goes on with what is there now. */
async function openAgain(
  tx: Writer,
  review: TaskRow,
  me: Member,
  { segmentationId, author }: { segmentationId: number | null; author: number | null },
  now: number,
): Promise<Tell[]> {
  const isWaiting = WAITING.includes(review.state);
  const { reason, ...holder } = isWaiting ? { reason: review.reason } : await holderOf(tx, me.teamId, review, author);
  const after: TaskRow = {
    ...{ ...review, ...holder, reason, segmentation_id: segmentationId ?? review.segmentation_id, updated_at: now },
    ...(isWaiting ? {} : { state: 'open', decision: null, finished_at: null, round: review.round + 1 }),
    ...(isWaiting ? {} : { last_act: 'reopen', changed_by: me.userId }),
  };
  const { id, ...values } = after;
  await tx.updateTable('task').set(values).where('id', '=', id).execute();
  if (isWaiting) return [];
  await recordMove(tx, after, { act: 'reopen', userId: me.userId, now });
  return [() => tellOfReview(tx, after, me)];
}

/** Not somebody who has left, nor the author of the work: then the assigner is asked for another one. */
async function holderOf(
  tx: Writer,
  teamId: number,
  wanted: Pick<TaskRow, 'assignee_id' | 'role_id'>,
  author: number | null,
): Promise<Pick<TaskRow, 'assignee_id' | 'role_id' | 'reason'>> {
  const { people, roles } = await assigneesOf(tx, teamId);
  const role_id = roles.some(({ id }) => id === wanted.role_id) ? wanted.role_id : null;
  const isThere = people.some(({ id }) => id === wanted.assignee_id);
  const assignee_id = isThere && wanted.assignee_id !== author ? wanted.assignee_id : null;
  if (assignee_id !== null || role_id !== null) return { assignee_id, role_id, reason: '' };
  return { assignee_id, role_id, reason: isThere ? marked('Nobody reviews their own work.') : marked('The reviewer is no longer there.') };
}

async function tellOfReview(tx: Writer, review: TaskRow, { teamId, userId }: Member): Promise<Notified[]> {
  const notice = { teamId, by: userId, url: studyAddress(review.subject_uuid), now: review.updated_at };
  const cause = `${review.uuid}:round:${review.round}`;
  if (review.assignee_id === null && review.role_id === null)
    return notifyOfTask(tx, {
      ...notice,
      type: 'task.unassigned',
      // Who assigned it may be the person who has just finished the work.
      by: null,
      to: [review.created_by],
      description: unassignedText(review.reason, 1),
      cause: `task.unassigned:${cause}`,
    });
  return notifyOfTask(tx, {
    ...notice,
    type: 'task.assigned',
    to: await holdersOf(tx, teamId, review),
    description: assignedText(await nameOf(tx, userId), review, 1),
    cause,
  });
}

type Drawn = NonNullable<Awaited<ReturnType<typeof segmentationOf>>>;

/** What the task is about, or else what was drawn. One that the caller may not see, or that is gone, is left out: the work is done nevertheless. */
async function segmentationOf(tx: Writer, me: TaskCaller, task: TaskRow, drawn: string | undefined) {
  if (task.segmentation_id === null && drawn === undefined) return null;
  const seen = segmentationsSeenBy(tx, me).selectAll('segmentation').where('segmentation.study_id', '=', task.study_id);
  const own = await seen.where('segmentation.id', '=', task.segmentation_id ?? 0).executeTakeFirst();
  if (own !== undefined || drawn === undefined) return own ?? null;
  return (await seen.where('segmentation.uuid', '=', drawn).executeTakeFirst()) ?? null;
}

/** Of a role, some may see it and others not. */
export async function requireSeen(
  tx: Writer,
  { teamId }: Pick<Member, 'teamId'>,
  to: TaskHolder,
  segmentation: Pick<Drawn, 'id' | 'user_id' | 'rbac'>,
  field: 'to' | 'review_by',
): Promise<void> {
  if (!('person' in to) || (await seesSegmentation(tx, { teamId, userId: to.person }, segmentation))) return;
  throw new Refusal('invalid', { errors: { [field]: [marked('This person may not see the segmentation. Share it with them first.')] } });
}
