import type { BodyOf, Calls } from '#contract/calls.ts';
import type { Task } from '#contract/tasks.ts';
import { marked } from '#language/t.ts';
import { moveOf, type NextHolder } from '#model/tasks/task-states.ts';
import type { Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { tellNotified, type Notified } from '#server/rules/notifications/notify.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { assigneesOf, requireAssignee } from './assignees.ts';
import { openReview, type Tell } from './open-review.ts';
import { settleReviewed } from './settle-review.ts';
import { reviewedOf } from './task-links.ts';
import { isKnownMove, recordMove } from './task-moves.ts';
import { assignedText, doneText, holdersOf, nameOf, notifyOfTask, studyAddress } from './task-notices.ts';
import { partiesOf, requireTask, taskCallerOf, toTasks, type TaskCaller, type TaskRow } from './tasks.ts';

type Wanted = BodyOf<Calls['moveTask']>;
type Holder = Pick<TaskRow, 'assignee_id' | 'role_id'>;

/**
 * PCALL-63. Which moves there are, and who may make them, is decided by `moveOf`. Moves of a team run one after the other: of two holders of a role
 * who start its task at the same moment, the second is refused.
 */
export function moveTask(context: ServerContext, caller: Member, uuid: string, wanted: Wanted): Promise<Task> {
  return changeOne(context, caller, uuid, async (tx, task, me) => {
    if (wanted.move !== undefined && (await isKnownMove(tx, task, wanted.move, me))) return null;
    const author = (await reviewedOf(tx, [task])).get(task.of_id)?.assignee_id ?? null;
    const move = moveOf(wanted.act, task.state, partiesOf(task, me, author));
    if (move === null && isRepeated(task, wanted, me)) return null;
    if (move === null) throw new Refusal(wanted.act === 'cancel' && !mayChange(task, me) ? 'not_allowed' : 'task_moved');
    assertComplete(task, wanted, move.holder);
    const holder = await nextHolder(tx, task, me, { next: move.holder, to: wanted.to });
    // Keeps the reason for which it was sent back, and its author.
    const now = context.now();
    const follow = (after: TaskRow) => followMove(tx, after, me, wanted, now);
    if (wanted.act === 'start') return { set: { ...holder, state: move.to }, follow };
    const set = {
      ...holder,
      state: move.to,
      reason: wanted.reason ?? '',
      decision: wanted.act === 'finish' ? (wanted.decision ?? null) : null,
      minutes: task.minutes + (wanted.minutes ?? 0),
      changed_by: me.userId,
      last_act: wanted.act,
      finished_at: move.to === 'done' ? now : null,
    };
    return { set, follow };
  });
}

/** `task`: after the move. What is finished may open or settle a review. */
async function followMove(tx: Writer, task: TaskRow, me: TaskCaller, wanted: Wanted, now: number): Promise<Tell[]> {
  const { move: uuid, act, reason, decision } = wanted;
  await recordMove(tx, task, { uuid, act, reason, decision, userId: me.userId, now });
  if (act === 'start') return [];
  const tellOfMove = () => notifyOfMove(tx, task, me);
  if (act === 'finish' && task.kind === 'annotate') return [tellOfMove, ...(await openReview(tx, task, me, wanted, now))];
  if (act === 'finish' && task.kind === 'review') return [tellOfMove, ...(await settleReviewed(tx, task, me, wanted, now))];
  return [tellOfMove];
}

/** PCALL-64. */
export function changeTask(
  context: ServerContext,
  caller: Member,
  uuid: string,
  { due, note }: BodyOf<Calls['changeTask']>,
): Promise<Task> {
  return changeOne(context, caller, uuid, async (_tx, task, me) => {
    if (!mayChange(task, me)) throw new Refusal('not_allowed');
    const next = { due: due === undefined ? task.due : (due ?? ''), note: note ?? task.note };
    return next.due === task.due && next.note === task.note ? null : { set: next };
  });
}

async function changeOne(
  { db, news, now }: ServerContext,
  caller: Member,
  uuid: string,
  change: (tx: Writer, task: TaskRow, me: TaskCaller) => Promise<Change | null>,
): Promise<Task> {
  const { teamId } = caller;
  const { task, seq, notified } = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const me = await taskCallerOf(tx, caller);
    const before = await requireTask(tx, caller, uuid);
    const changed = await change(tx, before, me);
    if (changed === null) return { task: (await toTasks(tx, me, [before]))[0]!, seq: null, notified: [] };
    const after = { ...before, ...changed.set, updated_at: now() };
    await tx
      .updateTable('task')
      .set({ ...changed.set, updated_at: after.updated_at })
      .where('id', '=', before.id)
      .execute();
    const tells = (await changed.follow?.(after)) ?? [];
    const logged = await appendChange(tx, { teamId, kind: 'task', ref: uuid, now: after.updated_at });
    const told: Notified[] = [];
    for (const tell of tells) told.push(...(await tell()));
    return { task: (await toTasks(tx, me, [after]))[0]!, seq: logged, notified: told };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  for (const each of notified) tellNotified(news, each);
  return task;
}

/** `follow`: what else is stored, with the task as it is afterwards. */
interface Change {
  set: Partial<TaskRow>;
  follow?: (after: TaskRow) => Promise<Tell[]>;
}

/** The assigner, and a team administrator. */
const mayChange = (task: TaskRow, me: TaskCaller): boolean => task.created_by === me.userId || me.isAdministrator;

/** Sent again because the answer was lost. */
function isRepeated(task: TaskRow, { act, to }: Wanted, { userId }: TaskCaller): boolean {
  if (act === 'start') return task.state === 'started' && task.assignee_id === userId;
  const isWithNamed = to === undefined || ('person' in to ? task.assignee_id === to.person : task.role_id === to.role);
  return task.last_act === act && task.changed_by === userId && isWithNamed;
}

function assertComplete({ kind }: TaskRow, { act, to, reason = '', decision }: Wanted, holder: NextHolder): void {
  const missing = {
    ...(holder === 'named' && to === undefined && { to: [marked('Choose a person or a role.')] }),
    ...(act === 'send_back' && reason.trim() === '' && { reason: [marked('Say why.')] }),
    ...(act === 'finish' && kind === 'answer' && reason.trim() === '' && { reason: [marked('Write the answer.')] }),
    ...(act === 'finish' && kind === 'review' && decision === undefined && { decision: [marked('Choose a decision.')] }),
    ...(act === 'finish' &&
      kind === 'review' &&
      decision === 'changes' &&
      reason.trim() === '' && { reason: [marked('Say what to change.')] }),
  };
  if (Object.keys(missing).length > 0) throw new Refusal('invalid', { errors: missing });
}

/** A task never goes to somebody who has left the team or lost the right to see studies: it is unassigned then. */
async function nextHolder(
  tx: Writer,
  task: TaskRow,
  { teamId, userId }: TaskCaller,
  { next, to }: { next: NextHolder; to: Wanted['to'] },
): Promise<Partial<Holder>> {
  if (next === 'mover') return { assignee_id: userId };
  if (next === 'named') return requireAssignee(tx, teamId, to!);
  const wanted = next === 'assigner' ? task.created_by : task.assignee_id;
  const isThere = (await assigneesOf(tx, teamId)).people.some(({ id }) => id === wanted);
  const assignee = isThere ? wanted : null;
  return next === 'assigner' ? { assignee_id: assignee, role_id: null } : { assignee_id: assignee };
}

/** Of a repeated move nobody is told, because it changes nothing. */
async function notifyOfMove(tx: Writer, task: TaskRow, { teamId, userId }: TaskCaller): Promise<Notified[]> {
  const by = await nameOf(tx, userId);
  const cause = `${task.uuid}:${task.last_act}:${task.updated_at}`;
  const notice = { teamId, by: userId, url: studyAddress(task.subject_uuid), cause, now: task.updated_at };
  if (task.last_act === 'finish')
    return notifyOfTask(tx, { ...notice, type: 'task.done', to: [task.created_by], description: doneText(by, task) });
  if (task.last_act === 'send_back')
    return notifyOfTask(tx, { ...notice, type: 'task.returned', to: [task.assignee_id], description: doneText(by, task) });
  if (task.last_act !== 'hand_over' && task.last_act !== 'reopen') return [];
  return notifyOfTask(tx, {
    ...notice,
    type: 'task.assigned',
    to: await holdersOf(tx, teamId, task),
    description: assignedText(by, task, 1),
  });
}
