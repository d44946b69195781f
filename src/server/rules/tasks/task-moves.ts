import { randomUUID } from 'node:crypto';
import { dateToWire } from '#contract/dates.ts';
import type { Task, TaskAct, TaskDecision, TaskMove } from '#contract/tasks.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { peopleOf, requireTask, requireTaskByKey, taskCallerOf, toTasks, type TaskRow } from './tasks.ts';

/** PCALL-121. `key`: its number or its UUID. */
export async function oneTask({ db }: ServerContext, caller: Member, key: string): Promise<Task> {
  const me = await taskCallerOf(db.read, caller);
  const [task] = await toTasks(db.read, me, [await requireTaskByKey(db.read, me, key)]);
  if (task === undefined) throw new Refusal('not_found');
  return task;
}

/** PCALL-122: the newest first. */
export async function listMoves({ db }: ServerContext, caller: Member, uuid: string): Promise<TaskMove[]> {
  const task = await requireTask(db.read, caller, uuid);
  const moves = await db.read
    .selectFrom('task_move')
    .selectAll()
    .where('task_id', '=', task.id)
    .orderBy('id', 'desc')
    .limit(MOST_MOVES)
    .execute();
  const people = await peopleOf(
    db.read,
    moves.map((move) => move.user_id),
  );
  return moves.map(({ act, user_id, reason, decision, round, created_at }) => ({
    ...{ act, user: people.get(user_id) ?? null, reason, decision, round },
    created_at: dateToWire(new Date(created_at)),
  }));
}

const MOST_MOVES = 200;

interface Made {
  /** Of the client; null: the server makes one. */
  uuid?: string | undefined;
  act: TaskAct;
  userId: number;
  reason?: string | undefined;
  decision?: TaskDecision | null | undefined;
  now: number;
}

/** `task`: as it is after the move. */
export async function recordMove(tx: Writer, task: Pick<TaskRow, 'id' | 'round'>, made: Made): Promise<void> {
  const { uuid = randomUUID(), act, userId, reason = '', decision = null, now } = made;
  await tx
    .insertInto('task_move')
    .values({ task_id: task.id, uuid, user_id: userId, act, reason, decision, round: task.round, created_at: now })
    .execute();
}

/** Whether this move of the caller arrived before. */
export async function isKnownMove(
  db: Reader,
  task: Pick<TaskRow, 'id'>,
  uuid: string,
  { userId }: Pick<Member, 'userId'>,
): Promise<boolean> {
  const known = await db
    .selectFrom('task_move')
    .select('user_id')
    .where('task_id', '=', task.id)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (known !== undefined && known.user_id !== userId) throw new Refusal('conflict');
  return known !== undefined;
}
