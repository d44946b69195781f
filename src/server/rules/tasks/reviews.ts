import type { ReviewCounts, ReviewListName, ReviewState, TaskList } from '#contract/tasks.ts';
import { WAITING } from '#model/tasks/task-states.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { listOf, pageOf, taskCallerOf, tasksOf, type TaskCaller } from './tasks.ts';

/** PCALL-119. */
export async function listReviews(
  { db }: ServerContext,
  caller: Member,
  query: { page: number; list: ReviewListName; state: ReviewState; today: string; since: number },
): Promise<TaskList> {
  const me = await taskCallerOf(db.read, caller);
  if (query.list === 'all' && !me.isAdministrator) throw new Refusal('not_allowed');
  const listed = reviewsOf(db.read, me, query.list);
  const isOpen = query.state === 'open';
  const shown = listed.where('state', isOpen ? 'in' : 'not in', WAITING);
  return pageOf(db.read, me, { listed, shown, newest: isOpen ? null : 'updated_at', ...query });
}

/** PCALL-120. */
export async function countReviews({ db }: ServerContext, caller: Member): Promise<ReviewCounts> {
  const me = await taskCallerOf(db.read, caller);
  const count = async (list: ReviewListName) => {
    const open = reviewsOf(db.read, me, list).where('state', 'in', WAITING);
    return (await open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  };
  return {
    mine: await count('mine'),
    roles: await count('roles'),
    given: await count('given'),
    all: me.isAdministrator ? await count('all') : null,
  };
}

const reviewsOf = (db: Reader, me: TaskCaller, list: ReviewListName) =>
  (list === 'all' ? tasksOf(db, me) : listOf(db, me, list)).where('kind', '=', 'review');
