import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLE, type Permission } from '#contract/permissions.ts';
import { Task, TaskList, type ReviewListName, type ReviewState } from '#contract/tasks.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createMaskTestBench, type MaskTestBench } from '#server/rules/masks/masks-test-bench.ts';
import { maskRevisions } from '#server/rules/masks/revisions.ts';
import type { Member } from '#server/rules/context.ts';
import { addMembership, removeMembership } from '#server/rules/teams/membership.ts';
import { assignTasks } from './assign-tasks.ts';
import { moveTask } from './move-task.ts';
import { countReviews, listReviews } from './reviews.ts';
import { listMoves, oneTask } from './task-moves.ts';
import { listTasks } from './tasks.ts';

type Move = Parameters<typeof moveTask>[3];
type Assigned = Partial<Parameters<typeof assignTasks>[2]>;

const TODAY = '2026-01-02';
const RIGHTS: readonly Permission[] = ['r:studies', 'r:studies:detail', 'r:reviews'];

describe.each(TEST_ENGINES)('reviews on %s', (engine) => {
  let masks: MaskTestBench;
  /** Gus gives the work, Ada does it, and Rob reviews it. None of them administers the team. */
  let gus: Member;
  let ada: Member;
  let rob: Member;
  beforeEach(async () => {
    masks = await createMaskTestBench(engine);
    gus = await join('Gus', ROLE.dataScientist);
    ada = await join('Ada', ROLE.annotator);
    rob = await join('Rob', ROLE.reviewer);
  });
  afterEach(() => masks.bench.close());

  async function join(name: string, roleId: number): Promise<Member> {
    const { teamId, teamSlug } = masks.bench.eva;
    const userId = await masks.bench.context.db.write(async (tx) => {
      const { id } = await tx
        .insertInto('user')
        .values({
          ...{ email: `${name.toLowerCase()}@test`, name, color: '#112233', password_hash: '', email_verified_at: 1 },
          ...{ platform_admin: 0, preferred_team_id: null, permission_version: 1, disabled_at: null, created_at: 1 },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addMembership(tx, { teamId, userId: id, roleId }, 1);
      return id;
    });
    return { userId, signInId: 0, teamId, teamSlug, permissions: new Set(RIGHTS) };
  }
  const context = () => masks.bench.context;
  const person = ({ userId }: Member) => ({ person: userId });
  const refusal = (code: string) => expect.objectContaining({ code });
  async function assign(more: Assigned = {}): Promise<Task> {
    const given = { assignment: randomUUID(), studies: [masks.study], kind: 'annotate' as const, to: person(ada), due: null, note: '' };
    await assignTasks(context(), gus, { ...given, ...more });
    const { data } = await listTasks(context(), gus, { page: 1, list: 'given', today: TODAY, since: 0 });
    return data.at(-1)!;
  }
  async function move(caller: Member, { uuid }: Pick<Task, 'uuid'>, act: Move['act'], more: Omit<Move, 'act'> = {}): Promise<Task> {
    masks.bench.clock.now += 1000;
    return Task.parse(await moveTask(context(), caller, uuid, { act, ...more }));
  }
  const again = ({ uuid }: Pick<Task, 'uuid'>, caller = gus): Promise<Task> => oneTask(context(), caller, uuid);
  const reviewsOf = async (caller: Member, list: ReviewListName = 'mine', state: ReviewState = 'open') =>
    TaskList.parse(await listReviews(context(), caller, { page: 1, list, state, today: TODAY, since: 0 })).data;
  const finish = (task: Task, more: Omit<Move, 'act'> = {}) => move(ada, task, 'finish', { move: randomUUID(), ...more });
  const notices = async (member: Member) =>
    (
      await context()
        .db.read.selectFrom('notification')
        .select(['type_code', 'description'])
        .where('user_id', '=', member.userId)
        .orderBy('id')
        .execute()
    ).map(({ type_code, description }) => `${type_code} ${description}`);
  const draw = (number: number) =>
    context().db.write((tx) =>
      tx.updateTable('segmentation').set({ operation_number: number }).where('id', '=', masks.segmentation.id).execute(),
    );
  const share = (member: Member) =>
    context().db.write((tx) =>
      tx
        .insertInto('segmentation_member')
        .values({ segmentation_id: masks.segmentation.id, team_id: member.teamId, user_id: member.userId, role_id: 3, created_at: 1 })
        .execute(),
    );

  test('finishing opens the review that was wanted with the assignment, once [REVIEW-01, REVIEW-02]', async () => {
    const task = await assign({ review_by: person(rob) });
    expect(task).toMatchObject({ review_by: { person: { name: 'Rob' }, role: null }, review: null });
    expect(await reviewsOf(rob)).toEqual([]);
    const done = { move: randomUUID() };
    expect(await finish(task, done)).toMatchObject({ state: 'done', review: { state: 'open', decision: null } });
    expect(await finish(task, done)).toMatchObject({ state: 'done' });
    expect(await reviewsOf(rob)).toEqual([
      expect.objectContaining({
        ...{ kind: 'review', state: 'open', round: 1, you: ['holder'], from: expect.objectContaining({ name: 'Gus' }) },
        of: { uuid: task.uuid, id: task.id, author: expect.objectContaining({ name: 'Ada' }) },
      }),
    ]);
    expect(await notices(rob)).toEqual(['task.assigned Ada: review 1 study']);
  });

  test('without a wish for one, none opens', async () => {
    await finish(await assign());
    expect(await reviewsOf(gus, 'given')).toEqual([]);
  });

  test('whoever finishes the work can ask for one [REVIEW-03]', async () => {
    const task = await assign();
    await expect(finish(task, { review_by: person(masks.bench.ute) })).rejects.toEqual(refusal('invalid'));
    await finish(task, { review_by: person(rob) });
    expect(await reviewsOf(rob)).toHaveLength(1);
    expect(await reviewsOf(ada, 'given')).toHaveLength(1);
  });

  test('changes send the work back with the reason, and the next finish opens the same review again [REVIEW-04, REVIEW-05]', async () => {
    const task = await assign({ review_by: person(rob) });
    await finish(task);
    const [review] = await reviewsOf(rob);
    await expect(move(rob, review!, 'finish', { decision: 'changes', reason: ' ' })).rejects.toEqual(refusal('invalid'));
    await move(rob, review!, 'finish', { decision: 'changes', reason: 'The apex is missing.' });
    expect(await reviewsOf(rob)).toEqual([]);
    expect((await reviewsOf(rob, 'mine', 'closed')).map(({ uuid, decision }) => [uuid, decision])).toEqual([[review!.uuid, 'changes']]);
    expect(await again(task)).toMatchObject({
      ...{ state: 'returned', reason: 'The apex is missing.', assignee: { name: 'Ada' }, changed_by: { name: 'Rob' } },
    });
    expect(await notices(ada)).toContain('task.returned Rob: annotate 1 study');
    await move(ada, task, 'start');
    await finish(task);
    expect(await reviewsOf(rob)).toEqual([
      expect.objectContaining({ uuid: review!.uuid, state: 'open', round: 2, decision: null, reason: '' }),
    ]);
    await move(rob, review!, 'finish', { decision: 'accepted' });
    expect(await again(task)).toMatchObject({ state: 'done', review: { state: 'done', decision: 'accepted' } });
    const moves = await listMoves(context(), gus, review!.uuid);
    expect(moves.map(({ act, user, decision, reason, round }) => [act, user?.name, decision, reason, round])).toEqual([
      ['finish', 'Rob', 'accepted', '', 2],
      ['reopen', 'Ada', null, '', 2],
      ['finish', 'Rob', 'changes', 'The apex is missing.', 1],
    ]);
  });

  test('a move that arrives late a second time changes nothing [REVIEW-06]', async () => {
    const task = await assign({ review_by: person(rob) });
    const sent = { move: randomUUID() };
    await finish(task, sent);
    const [review] = await reviewsOf(rob);
    await move(rob, review!, 'finish', { decision: 'changes', reason: 'Apex' });
    expect(await finish(task, sent)).toMatchObject({ state: 'returned' });
    expect(await again(review!)).toMatchObject({ state: 'done', round: 1 });
    await expect(move(rob, task, 'finish', sent)).rejects.toEqual(refusal('conflict'));
  });

  test('work that is in other hands again is not sent back', async () => {
    const task = await assign({ review_by: person(rob) });
    await finish(task);
    const [review] = await reviewsOf(rob);
    await move(gus, task, 'reopen');
    await move(rob, review!, 'finish', { decision: 'changes', reason: 'Apex' });
    expect(await again(task)).toMatchObject({ state: 'open', reason: '' });
  });

  test('a review that was cancelled stays so, and the next finish opens another one', async () => {
    const task = await assign({ review_by: person(rob) });
    await finish(task);
    const [review] = await reviewsOf(rob);
    await move(gus, review!, 'cancel');
    await move(gus, task, 'reopen');
    await finish(task);
    const [next, ...others] = await reviewsOf(rob);
    expect([next!.uuid === review!.uuid, next!.round, others]).toEqual([false, 1, []]);
  });

  test('nobody reviews their own work, not even with the role [REVIEW-07]', async () => {
    await expect(assign({ review_by: person(ada) })).rejects.toEqual(refusal('invalid'));
    const other = await join('Ann', ROLE.annotator);
    await finish(await assign({ review_by: { role: ROLE.annotator } }));
    expect([(await reviewsOf(ada, 'roles')).length, (await reviewsOf(other, 'roles')).length]).toEqual([0, 1]);
    const [review] = await reviewsOf(other, 'roles');
    await expect(move(ada, review!, 'start')).rejects.toEqual(refusal('task_moved'));
    expect(await move(other, review!, 'start')).toMatchObject({ assignee: { name: 'Ann' } });
  });

  test('of a reviewer who has left, or who did the work, wait for the assigner', async () => {
    const left = await assign({ review_by: person(rob) });
    await removeMembership({ ...context(), connections: { endSignIn: () => undefined, recheckUser: () => undefined } }, rob);
    await finish(left);
    expect((await reviewsOf(gus, 'given'))[0]).toMatchObject({ assignee: null, role: null, reason: 'The reviewer is no longer there.' });
    expect(await notices(gus)).toContain('task.unassigned The reviewer is no longer there. 1 task waits.');
  });

  test('the segmentation is named only to those who may see it, and its reviewer must be one of them [REVIEW-08]', async () => {
    const of = { segmentation: masks.segmentation.uuid };
    await expect(assign(of)).rejects.toEqual(refusal('not_found'));
    await share(gus);
    await expect(assign(of)).rejects.toEqual(refusal('invalid'));
    await share(ada);
    await expect(assign({ ...of, review_by: person(rob) })).rejects.toEqual(refusal('invalid'));
    const task = await assign({ ...of, review_by: { role: ROLE.reviewer } });
    const named = { uuid: masks.segmentation.uuid, title: masks.segmentation.structure.title };
    expect(task.subject.segmentation).toEqual(named);
    await finish(task);
    expect((await reviewsOf(rob, 'roles'))[0]!.subject.segmentation).toBeNull();
    await share(rob);
    expect((await reviewsOf(rob, 'roles'))[0]!.subject.segmentation).toEqual(named);
  });

  test('what was drawn is what is reviewed, and approving names the state that was seen [REVIEW-09]', async () => {
    await Promise.all([ada, rob].map(share));
    const task = await assign({ review_by: person(rob) });
    await finish(task, { segmentation: masks.segmentation.uuid });
    await draw(7);
    const [review] = await reviewsOf(rob);
    expect(review!.subject.segmentation?.uuid).toBe(masks.segmentation.uuid);
    await move(rob, review!, 'finish', { decision: 'accepted', number: 5, move: randomUUID() });
    const revisions = await maskRevisions(context(), rob, { study: masks.study, segmentation: masks.segmentation.uuid });
    expect(revisions.map(({ name, number, user }) => [name, number, user?.name])).toEqual([['Approved by Rob', 5, 'Rob']]);
  });

  test('a done task can be given to a reviewer later; all reviews are for administrators only [REVIEW-10]', async () => {
    const task = await assign();
    await finish(task);
    await expect(assign({ kind: 'review', of: task.uuid })).rejects.toEqual(refusal('invalid'));
    await assign({ kind: 'review', to: person(rob), of: task.uuid, due: '2026-01-05' });
    expect(await reviewsOf(rob)).toEqual([
      expect.objectContaining({ due: '2026-01-05', of: expect.objectContaining({ uuid: task.uuid }) }),
    ]);
    await expect(reviewsOf(gus, 'all')).rejects.toEqual(refusal('not_allowed'));
    expect(await reviewsOf(masks.bench.eva, 'all')).toHaveLength(1);
    expect(await countReviews(context(), gus)).toEqual({ mine: 0, roles: 0, given: 1, all: null });
    expect(await countReviews(context(), masks.bench.eva)).toEqual({ mine: 0, roles: 0, given: 0, all: 1 });
  });
});
