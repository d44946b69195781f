import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { Task, TaskList, type TaskHolder, type TaskListName } from '#contract/tasks.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { addMembership, removeMembership } from '#server/rules/teams/membership.ts';
import { createRole, removeRole } from '#server/rules/teams/role-changes.ts';
import { dropUpload } from '#server/rules/uploads/uploads-end.ts';
import { createTestBench, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { assigneesOf } from './assignees.ts';
import { assignTasks } from './assign-tasks.ts';
import { changeTask, moveTask } from './move-task.ts';
import { countTasks, listTasks } from './tasks.ts';

type Move = Parameters<typeof moveTask>[3];
const TODAY = '2026-01-02';

describe.each(TEST_ENGINES)('tasks on %s', (engine) => {
  let bench: TestBench;
  /** Gives tasks; is no administrator. */
  let gus: Member;
  let study: string;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    gus = await join('Gus', ROLE.annotator);
    study = await addStudy();
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  async function join(name: string, roleId: number): Promise<Member> {
    const { teamId, teamSlug } = bench.eva;
    const userId = await bench.context.db.write(async (tx) => {
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
    return { userId, signInId: 0, teamId, teamSlug, permissions: new Set(['r:studies']) };
  }
  const addStudy = async (): Promise<string> => (await registerTestUpload(bench, { a: 1 })).studyUuid;
  const assign = (
    to: TaskHolder,
    {
      by = gus,
      studies = [study],
      ...more
    }: { by?: Member; studies?: string[]; assignment?: string; kind?: 'annotate' | 'review' | 'answer'; due?: string } = {},
  ) => assignTasks(bench.context, by, { assignment: randomUUID(), studies, kind: 'annotate', to, due: null, note: '', ...more });
  const list = (caller: Member, more: { list?: TaskListName; study?: string; done?: '1' } = {}) =>
    listTasks(bench.context, caller, { page: 1, list: 'mine', today: TODAY, since: bench.clock.now, ...more });
  const first = async (caller: Member, more: Parameters<typeof list>[1] = {}) => (await list(caller, more)).data[0]!;
  const move = async (caller: Member, act: Move['act'], more: Omit<Move, 'act'> = {}) =>
    moveTask(bench.context, caller, (await first(caller, { study })).uuid, { act, ...more });
  const toEva = () => ({ person: bench.eva.userId });
  const notices = async () =>
    bench.context.db.read.selectFrom('notification').select(['user_id', 'type_code', 'description', 'url']).orderBy('id').execute();
  const refusal = (code: string) => expect.objectContaining({ code });
  const rights = () => ({ ...bench.context, connections: { endSignIn: () => undefined, recheckUser: () => undefined } });
  const changes = () => bench.told.filter(({ event }) => event === 'change').length;

  test('a study is assigned to a person, who is told without the name of the patient [TASK-001, TASK-010, PCALL-62, ENT-57]', async () => {
    expect(await assign(toEva(), { due: '2026-01-05' })).toEqual({ created: 1, known: 0 });
    const shown = TaskList.parse(await list(bench.eva));
    expect(shown.data).toEqual([
      expect.objectContaining({
        ...{ kind: 'annotate', state: 'open', due: '2026-01-05', assignee: expect.objectContaining({ name: 'Eva' }), role: null },
        ...{ from: expect.objectContaining({ name: 'Gus' }), you: ['holder', 'administrator'] },
        subject: expect.objectContaining({ kind: 'study', uuid: study, patientName: 'Muster^Eva', modality: 'MR' }),
      }),
    ]);
    expect(await notices()).toEqual([
      {
        ...{ user_id: bench.eva.userId, type_code: 'task.assigned', url: `/studies-v2?study=${study}` },
        description: 'Gus: annotate 1 study, due 05.01.2026',
      },
    ]);
    expect(changes()).toBe(1);
  });

  test('several studies are assigned at once, with one notification; repeating it changes nothing [TASK-003]', async () => {
    const studies = [study, await addStudy(), await addStudy()];
    const assignment = randomUUID();
    await assign(toEva(), { studies: [study] });
    expect(await assign(toEva(), { studies: [...studies, study], assignment })).toEqual({ created: 2, known: 1 });
    bench.told.length = 0;
    expect(await assign(toEva(), { studies, assignment })).toEqual({ created: 2, known: 1 });
    expect(changes()).toBe(0);
    expect((await list(bench.eva)).total).toBe(3);
    expect((await notices()).map(({ description, url }) => [description, url]).at(-1)).toEqual(['Gus: annotate 2 studies', '/my-work']);
    expect(await notices()).toHaveLength(2);
  });

  test('are assigned only to members and roles that may see studies, about studies of the team [TASK-004]', async () => {
    await expect(assign({ person: bench.ute.userId })).rejects.toEqual(refusal('invalid'));
    await expect(assign({ role: 999 })).rejects.toEqual(refusal('invalid'));
    await expect(assign(toEva(), { studies: [study, randomUUID()] })).rejects.toEqual(refusal('not_found'));
    await expect(assign({ person: bench.ute.userId }, { by: bench.ute })).rejects.toEqual(refusal('not_found'));
    expect((await list(bench.eva)).total).toBe(0);
    const { people, roles } = await assigneesOf(bench.context.db.read, bench.eva.teamId);
    expect(people.map(({ name }) => name)).toEqual(['Eva', 'Gus', 'Tom']);
    expect(roles.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  test('of a role are in the list of those who have it, until one of them starts it [TASK-005]', async () => {
    await assign({ role: ROLE.teamAdministrator });
    await assign({ role: ROLE.teamAdministrator }, { studies: [await addStudy(), await addStudy()], by: bench.eva });
    expect((await notices()).at(-1)).toMatchObject({ user_id: bench.tom.userId, url: '/my-work?list=roles' });
    await bench.context.db.write((tx) => tx.deleteFrom('task').where('created_by', '=', bench.eva.userId).execute());
    expect((await notices()).slice(0, 2).map(({ user_id }) => user_id)).toEqual([bench.eva.userId, bench.tom.userId]);
    expect([(await list(bench.eva, { list: 'roles' })).total, (await list(bench.tom, { list: 'roles' })).total]).toEqual([1, 1]);
    const { uuid } = await first(bench.eva, { list: 'roles' });
    const outcomes = await Promise.allSettled([bench.eva, bench.tom].map((who) => moveTask(bench.context, who, uuid, { act: 'start' })));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const winner = outcomes[0]!.status === 'fulfilled' ? bench.eva : bench.tom;
    expect((await list(bench.eva, { list: 'roles' })).total + (await list(bench.tom, { list: 'roles' })).total).toBe(0);
    expect(await first(winner)).toMatchObject({ state: 'started', assignee: { id: winner.userId }, role: { id: ROLE.teamAdministrator } });
  });

  test('go from state to state, and repeating a move changes nothing [TASK-002, PCALL-63]', async () => {
    await assign(toEva());
    expect(await move(bench.eva, 'start')).toMatchObject({ state: 'started' });
    bench.told.length = 0;
    expect(Task.parse(await move(bench.eva, 'start'))).toMatchObject({ state: 'started' });
    expect(changes()).toBe(0);
    await expect(move(bench.eva, 'reopen')).rejects.toEqual(refusal('task_moved'));
    expect(await move(bench.eva, 'finish', { minutes: 12 })).toMatchObject({ state: 'done', minutes: 12 });
    expect(await move(bench.eva, 'finish', { minutes: 12 })).toMatchObject({ state: 'done', minutes: 12 });
    expect((await notices()).at(-1)).toMatchObject({ user_id: gus.userId, type_code: 'task.done', description: 'Eva: annotate 1 study' });
    expect((await list(bench.eva)).groups).toMatchObject({ later: 0, done: 1, done_today: 1, minutes_today: 12 });
    expect((await list(bench.eva, { done: '1' })).data).toHaveLength(1);
    expect(await move(gus, 'send_back', { reason: 'The apex is missing.' })).toMatchObject({
      ...{ state: 'returned', reason: 'The apex is missing.', assignee: { name: 'Eva' }, changed_by: { name: 'Gus' }, finished_at: null },
    });
    expect((await notices()).at(-1)).toMatchObject({ user_id: bench.eva.userId, type_code: 'task.returned' });
    const again = await move(bench.eva, 'start');
    expect(again).toMatchObject({ state: 'started', reason: 'The apex is missing.', changed_by: { name: 'Gus' } });
  });

  test('are sent back to the person who assigned them, with a reason [TASK-006, TASK-011]', async () => {
    await assign(toEva());
    await expect(move(bench.eva, 'send_back', { reason: ' ' })).rejects.toEqual(refusal('invalid'));
    expect(await move(bench.eva, 'send_back', { reason: 'No ADC map of Muster' })).toMatchObject({
      state: 'returned',
      assignee: { name: 'Gus' },
    });
    expect((await notices()).at(-1)).toMatchObject({ user_id: gus.userId, description: 'Eva: annotate 1 study' });
    expect(await countTasks(bench.context, gus)).toEqual({ mine: 1, roles: 0, given: 1 });
    await expect(move(bench.eva, 'start')).rejects.toEqual(refusal('task_moved'));
  });

  test('are handed over by the assignee, who no longer has them [TASK-007]', async () => {
    await assign(toEva());
    await expect(move(bench.eva, 'hand_over')).rejects.toEqual(refusal('invalid'));
    await expect(move(bench.eva, 'hand_over', { to: { person: bench.ute.userId } })).rejects.toEqual(refusal('invalid'));
    const handOver = () => move(bench.eva, 'hand_over', { to: { person: bench.tom.userId }, reason: 'On leave' });
    await handOver();
    await handOver();
    expect((await list(bench.eva)).total).toBe(0);
    expect(await first(bench.tom)).toMatchObject({ state: 'open', reason: 'On leave', changed_by: { name: 'Eva' } });
    expect((await notices()).at(-1)).toMatchObject({ user_id: bench.tom.userId, type_code: 'task.assigned' });
  });

  test('that were handed over are not handed over again by who no longer has them', async () => {
    const oda = await join('Oda', ROLE.member);
    await assign({ person: oda.userId });
    const toTom = { to: { person: bench.tom.userId } };
    await move(oda, 'hand_over', toTom);
    expect(await move(oda, 'hand_over', toTom)).toMatchObject({ assignee: { name: 'Tom' } });
    await expect(move(oda, 'hand_over', { to: { person: gus.userId } })).rejects.toEqual(refusal('task_moved'));
  });

  test('a review is finished with a decision, a question with an answer [TASK-008]', async () => {
    await assign(toEva(), { kind: 'review' });
    await expect(move(bench.eva, 'finish')).rejects.toEqual(refusal('invalid'));
    await expect(move(bench.eva, 'finish', { decision: 'changes' })).rejects.toEqual(refusal('invalid'));
    expect(await move(bench.eva, 'finish', { decision: 'changes', reason: 'Apex' })).toMatchObject({ decision: 'changes', reason: 'Apex' });
    study = await addStudy();
    await assign(toEva(), { kind: 'answer' });
    await expect(move(bench.eva, 'finish', { reason: ' ' })).rejects.toEqual(refusal('invalid'));
    expect(await move(bench.eva, 'finish', { reason: 'Yes' })).toMatchObject({ state: 'done', reason: 'Yes' });
  });

  test('are changed and cancelled by the assigner and by administrators only [TASK-009, PCALL-64]', async () => {
    const other = await join('Oda', ROLE.member);
    await assign({ person: other.userId });
    const { uuid } = await first(other);
    await expect(changeTask(bench.context, other, uuid, { note: 'x' })).rejects.toEqual(refusal('not_allowed'));
    await expect(move(other, 'cancel')).rejects.toEqual(refusal('not_allowed'));
    expect(await changeTask(bench.context, gus, uuid, { due: '2026-01-01' })).toMatchObject({ due: '2026-01-01', note: '' });
    expect(await changeTask(bench.context, bench.eva, uuid, { note: 'Both sides' })).toMatchObject({
      due: '2026-01-01',
      note: 'Both sides',
    });
    expect(await changeTask(bench.context, gus, uuid, { due: null })).toMatchObject({ due: null });
    expect(await move(bench.tom, 'cancel')).toMatchObject({ state: 'cancelled' });
    expect([(await list(other)).total, (await list(gus, { list: 'given' })).total]).toEqual([0, 0]);
    expect((await list(gus, { study })).data).toHaveLength(1);
  });

  test('are deleted with their study', async () => {
    await assign(toEva());
    const { session } = await bench.context.db.read
      .selectFrom('upload')
      .innerJoin('study', 'study.upload_id', 'upload.id')
      .select('upload.session')
      .where('study.uuid', '=', study)
      .executeTakeFirstOrThrow();
    await dropUpload(bench.context, bench.eva, session);
    expect((await list(bench.eva)).total).toBe(0);
    expect(await bench.context.db.read.selectFrom('task').select('id').execute()).toEqual([]);
  });

  test('of another team are not found [TASK-004]', async () => {
    await assign(toEva());
    const { uuid } = await first(bench.eva);
    await expect(moveTask(bench.context, bench.ute, uuid, { act: 'cancel' })).rejects.toEqual(refusal('not_found'));
    await expect(changeTask(bench.context, bench.ute, uuid, { note: '' })).rejects.toEqual(refusal('not_found'));
    expect((await list(bench.ute, { study })).total).toBe(0);
  });

  test('the most urgent is first, and groups are counted over all pages [TASK-012, PCALL-60]', async () => {
    for (const due of [undefined, '2026-01-03', TODAY, '2025-12-31']) {
      await assign(toEva(), { studies: [await addStudy()], ...(due !== undefined && { due }) });
      bench.clock.now += 1000;
    }
    const shown = await list(bench.eva);
    expect(shown.data.map(({ due }) => due)).toEqual(['2025-12-31', TODAY, '2026-01-03', null]);
    expect(shown.groups).toMatchObject({ overdue: 1, today: 1, later: 2, done: 0 });
    expect(await countTasks(bench.context, bench.eva)).toEqual({ mine: 4, roles: 0, given: 0 });
    expect(await countTasks(bench.context, gus)).toEqual({ mine: 0, roles: 0, given: 4 });
  });

  test('of somebody who leaves the team wait without an assignee, and the assigner is told [TASK-013]', async () => {
    await assign(toEva(), { studies: [study, await addStudy()] });
    await move(bench.eva, 'start');
    bench.told.length = 0;
    await removeMembership(rights(), bench.eva);
    const given = await list(gus, { list: 'given' });
    expect(given.data.map(({ state, assignee, reason }) => [state, assignee, reason])).toEqual([
      ['open', null, 'Eva left the team.'],
      ['open', null, 'Eva left the team.'],
    ]);
    expect(await notices()).toEqual([
      { user_id: gus.userId, type_code: 'task.unassigned', description: 'Eva left the team. 2 tasks wait.', url: '/my-work?list=given' },
    ]);
    expect(bench.told).toContainEqual(
      expect.objectContaining({ to: `member ${gus.userId} of ${gus.teamId}`, event: 'notification:created' }),
    );
    expect(await move(gus, 'hand_over', { to: { person: bench.tom.userId } })).toMatchObject({ assignee: { name: 'Tom' } });
  });

  test('of somebody who has left are reopened without an assignee', async () => {
    await assign(toEva());
    await move(bench.eva, 'finish');
    await removeMembership(rights(), bench.eva);
    expect(await move(gus, 'reopen')).toMatchObject({ state: 'open', assignee: null });
  });

  test('of a role that is deleted wait without an assignee [TASK-013]', async () => {
    const role = await createRole(rights(), bench.eva, {
      name: 'Readers',
      permissions: ['r:dashboard', 'r:studies'],
      invitable: true,
      scope: 'team',
    });
    await assign({ role: role.id });
    await removeRole(rights(), bench.eva, role.id);
    expect(await first(gus, { list: 'given' })).toMatchObject({ role: null, assignee: null, reason: 'The role Readers was deleted.' });
    expect((await notices()).at(-1)).toMatchObject({ user_id: gus.userId, type_code: 'task.unassigned' });
  });
});
