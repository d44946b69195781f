import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import type { Rows } from './rows.ts';

const DAY = 'today=2026-01-02&since=0';

const bodyOf = ({ ada }: ContractServer, study: string, more: object = {}) => ({
  ...{ assignment: randomUUID(), studies: [study], kind: 'annotate', to: { person: ada.userId }, due: '2026-01-05', note: 'Both sides' },
  ...more,
});

/** A task of Ada about a new study of team north. */
async function newTask(server: ContractServer, more: object = {}): Promise<{ study: string; task: AnyJson }> {
  const { study } = await registerUpload(server);
  await server.asAda('POST /api/tasks', { body: bodyOf(server, study.uuid, more) });
  const { body } = await server.asAda(`GET /api/tasks?${DAY}&study=${study.uuid}`);
  return { study: study.uuid, task: body.data[0] };
}

const move = (server: ContractServer, { uuid }: AnyJson, body: object) => server.asAda(`PUT /api/tasks/${uuid}/state`, { body });

/** What waits for people. */
export const TASK_ROWS = {
  tasks: [
    [
      'answers 50 of a page, with what is known of the study [ENT-57]',
      async ({ server }) => {
        const { study } = await newTask(server);
        const answer = await server.asAda(`GET /api/tasks?${DAY}`);
        expect(answer.body).toMatchObject({ per_page: 50, current_page: 1 });
        expect(answer.body.data.at(-1)).toMatchObject({
          ...{ kind: 'annotate', state: 'open', due: '2026-01-05', note: 'Both sides', decision: null, minutes: 0 },
          ...{ subject: { kind: 'study', uuid: study, patientName: 'Muster^Eva' }, you: ['holder', 'assigner', 'administrator'] },
        });
        return answer;
      },
      200,
    ],
    [
      'shows nothing of a study of another team',
      async ({ server, ute }) => {
        const { study } = await newTask(server);
        return server.ask(`GET /api/tasks?${DAY}&study=${study}`, { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    ['requires r:studies', ({ server, nell }) => server.ask(`GET /api/tasks?${DAY}`, { host: NORTH, token: nell }), 'not_allowed'],
  ],
  taskCounts: [
    [
      'counts what waits for the caller [PCALL-65]',
      async ({ server }) => {
        const before = (await server.asAda('GET /api/tasks/counts')).body;
        await newTask(server);
        const answer = await server.asAda('GET /api/tasks/counts');
        expect(answer.body).toEqual({ ...before, mine: before.mine + 1, given: before.given + 1 });
        return answer;
      },
      200,
    ],
  ],
  taskAssignees: [
    [
      'answers members and roles that may see studies, not others [PCALL-61]',
      ({ server }) => server.asAda('GET /api/tasks/assignees'),
      200,
      ({ body }, { server }) => {
        expect(body.people.map(({ id }: AnyJson) => id)).toContain(server.ada.userId);
        expect(body.people.map(({ name }: AnyJson) => name)).not.toContain('nell');
        expect(body.roles.map(({ id }: AnyJson) => id)).toContain(1);
      },
    ],
  ],
  assignTasks: [
    [
      'may be sent twice',
      async ({ server }) => {
        const { study } = await registerUpload(server);
        const body = bodyOf(server, study.uuid);
        const first = await server.asAda('POST /api/tasks', { body });
        const answer = await server.asAda('POST /api/tasks', { body });
        expect(answer.body).toEqual(first.body);
        expect((await server.asAda(`GET /api/tasks?${DAY}&study=${study.uuid}`)).body.total).toBe(1);
        return answer;
      },
      200,
      ({ body }) => expect(body).toEqual({ created: 1, known: 0 }),
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => {
        const { study } = await registerUpload(server);
        return server.ask('POST /api/tasks', { host: SOUTH, token: ute, body: bodyOf(server, study.uuid) });
      },
      'not_found',
    ],
    [
      'refuses a person who is not a member',
      async ({ server }) => {
        const { study } = await registerUpload(server);
        return server.asAda('POST /api/tasks', { body: bodyOf(server, study.uuid, { to: { person: 99_999 } }) });
      },
      'invalid',
    ],
  ],
  changeTask: [
    [
      'changes the fields that are sent and keeps the others',
      async ({ server }) => {
        const { task } = await newTask(server);
        return server.asAda(`PUT /api/tasks/${task.uuid}`, { body: { due: null } });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ due: null, note: 'Both sides' }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => {
        const { task } = await newTask(server);
        return server.ask(`PUT /api/tasks/${task.uuid}`, { host: SOUTH, token: ute, body: { note: '' } });
      },
      'not_found',
    ],
  ],
  moveTask: [
    [
      'may be sent twice',
      async ({ server }) => {
        const { task } = await newTask(server);
        await move(server, task, { act: 'finish', minutes: 12 });
        return move(server, task, { act: 'finish', minutes: 12 });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ state: 'done', minutes: 12 }),
    ],
    [
      'refuses what its state does not allow',
      async ({ server }) => move(server, (await newTask(server)).task, { act: 'reopen' }),
      'task_moved',
    ],
    [
      'requires a decision to finish a review',
      async ({ server }) => move(server, (await newTask(server, { kind: 'review' })).task, { act: 'finish' }),
      'invalid',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => {
        const { task } = await newTask(server);
        return server.ask(`PUT /api/tasks/${task.uuid}/state`, { host: SOUTH, token: ute, body: { act: 'start' } });
      },
      'not_found',
    ],
  ],
  task: [
    [
      'is found by its number and by its UUID [PCALL-121]',
      async ({ server }) => {
        const { task } = await newTask(server);
        const { body } = await server.asAda(`GET /api/tasks/${task.uuid}`);
        expect(body.data.uuid).toBe(task.uuid);
        return server.asAda(`GET /api/tasks/${task.id}`);
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ kind: 'annotate', round: 0, of: null, review: null, review_by: null }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => {
        const { task } = await newTask(server);
        return server.ask(`GET /api/tasks/${task.id}`, { host: SOUTH, token: ute });
      },
      'not_found',
    ],
    ['requires r:studies', ({ server, nell }) => server.ask('GET /api/tasks/1', { host: NORTH, token: nell }), 'not_allowed'],
  ],
  taskMoves: [
    [
      'answers what was done, the newest first [PCALL-122]',
      async ({ server }) => {
        const { task } = await newTask(server);
        await move(server, task, { act: 'start' });
        await move(server, task, { act: 'finish', reason: 'Both sides are drawn' });
        return server.asAda(`GET /api/tasks/${task.uuid}/moves`);
      },
      200,
      ({ body }) =>
        expect(body.data.map(({ act, reason }: AnyJson) => [act, reason])).toEqual([
          ['finish', 'Both sides are drawn'],
          ['start', ''],
        ]),
    ],
    [
      'does not find those of another team',
      async ({ server, ute }) => {
        const { task } = await newTask(server);
        return server.ask(`GET /api/tasks/${task.uuid}/moves`, { host: SOUTH, token: ute });
      },
      'not_found',
    ],
  ],
  reviews: [
    [
      'answers open reviews, and no other tasks [PCALL-119]',
      async ({ server }) => {
        await newTask(server);
        const { task } = await newTask(server, { kind: 'review' });
        const answer = await server.asAda(`GET /api/reviews?${DAY}`);
        expect(answer.body.data.at(-1)).toMatchObject({ uuid: task.uuid, kind: 'review', round: 1 });
        return answer;
      },
      200,
      ({ body }) => expect(body.data.every(({ kind }: AnyJson) => kind === 'review')).toBe(true),
    ],
    [
      'answers closed ones',
      async ({ server }) => {
        const { task } = await newTask(server, { kind: 'review' });
        await move(server, task, { act: 'finish', decision: 'accepted' });
        return server.asAda(`GET /api/reviews?${DAY}&state=closed`);
      },
      200,
      ({ body }) => expect(body.data[0]).toMatchObject({ state: 'done', decision: 'accepted' }),
    ],
    ['requires r:reviews', ({ server, nell }) => server.ask(`GET /api/reviews?${DAY}`, { host: NORTH, token: nell }), 'not_allowed'],
  ],
  reviewCounts: [
    [
      'counts what is open [PCALL-120]',
      async ({ server }) => {
        const before = (await server.asAda('GET /api/reviews/counts')).body;
        await newTask(server, { kind: 'review' });
        const answer = await server.asAda('GET /api/reviews/counts');
        expect(answer.body).toEqual({ ...before, mine: before.mine + 1, given: before.given + 1, all: before.all + 1 });
        return answer;
      },
      200,
    ],
  ],
} satisfies Rows;
