import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createProject, moveProjectOn } from '#server/rules/studies/projects.ts';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const addProject = ({ db, teams, clock }: ContractServer, name = 'PI-RADS 26'): Promise<number> =>
  db.write((tx) => createProject(tx, { teamId: teams.north, name, now: clock.now }));
const moveOn = ({ db, teams, clock }: ContractServer, id: number) =>
  db.write((tx) => moveProjectOn(tx, { teamId: teams.north, id, now: clock.now }));

/** By the call. */
const make = async (server: ContractServer, more: object = {}): Promise<AnyJson> =>
  (await server.asAda('POST /api/project', { body: { uuid: randomUUID(), name: 'Made', ...more } })).body;

const save = (server: ContractServer, uuid: string, project_id: number, action: string) =>
  server.asAda('POST /api/project/study/save', { body: { uuid, project_id, action } });

/** A study that is in a project which was started. */
async function started(server: ContractServer): Promise<{ uuid: string; id: number }> {
  const [{ study }, id] = [await registerUpload(server), await addProject(server)];
  await save(server, study.uuid, id, 'add');
  await moveOn(server, id);
  return { uuid: study.uuid, id };
}

const chosen = async (server: ContractServer, uuid: string): Promise<number[]> =>
  (await server.asAda(`GET /api/project/study/list?uuid=${uuid}`)).body.data.data
    .filter((project: AnyJson) => project.inCategory)
    .map((project: AnyJson) => project.id);

/** Projects, and which studies are in which. */
export const PROJECT_ROWS = {
  projects: [
    [
      'answers data.data[] of id, name, inCategory, state_code and state_name, with value and text [ODD-27, ENT-12]',
      async ({ server }) => {
        const id = await addProject(server, 'AAA first by name');
        await moveOn(server, id);
        return server.asAda('GET /api/project/study/list');
      },
      200,
      ({ body }) =>
        expect(body.data.data[0]).toEqual({
          id: expect.any(Number),
          value: body.data.data[0].id,
          name: 'AAA first by name',
          text: 'AAA first by name',
          inCategory: false,
          state_code: 'in_progress',
          state_name: 'In progress',
        }),
    ],
    [
      'says of a study which it is in [PROJ-05, PROJ-07]',
      async ({ server }) => {
        const { uuid, id } = await started(server);
        await addProject(server);
        expect(await chosen(server, uuid)).toEqual([id]);
        return server.asAda(`GET /api/project/study/list?uuid=${uuid}`);
      },
      200,
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await addProject(server);
        return server.ask('GET /api/project/study/list', { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data.data).toEqual([]),
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => {
        const { study } = await registerUpload(server);
        return server.ask(`GET /api/project/study/list?uuid=${study.uuid}`, { host: SOUTH, token: ute });
      },
      'not_found',
    ],
    [
      'is for who may select projects',
      ({ server, nell }) => server.ask('GET /api/project/study/list', { host: NORTH, token: nell }),
      'not_allowed',
    ],
  ],
  saveStudyProject: [
    [
      'adds, also twice; the list and its filter show it [PROJ-11, LIST-019]',
      async ({ server }) => {
        const [{ study }, id] = [await registerUpload(server), await addProject(server, 'Filtered')];
        await save(server, study.uuid, id, 'add');
        const answer = await save(server, study.uuid, id, 'add');
        const { body } = await server.asAda(`GET /api/studies-v2?project=${id}`);
        expect([body.total, body.project_state, body.data[0].projects]).toEqual([
          1,
          'created',
          [{ id, name: 'Filtered', state_code: 'created' }],
        ]);
        return answer;
      },
      200,
      ({ body }) => expect(body).toEqual({ ok: true }),
    ],
    [
      'removes, also twice',
      async ({ server }) => {
        const [{ study }, id] = [await registerUpload(server), await addProject(server)];
        await save(server, study.uuid, id, 'add');
        await save(server, study.uuid, id, 'remove');
        const answer = await save(server, study.uuid, id, 'remove');
        expect(await chosen(server, study.uuid)).toEqual([]);
        return answer;
      },
      200,
    ],
    [
      'keeps a study in a project that has been started [PROJ-08]',
      async ({ server }) => {
        const { uuid, id } = await started(server);
        const answer = await save(server, uuid, id, 'remove');
        expect(await chosen(server, uuid)).toEqual([id]);
        return answer;
      },
      'project_started',
    ],
    [
      'and in one that is finished',
      async ({ server }) => {
        const { uuid, id } = await started(server);
        await moveOn(server, id);
        return save(server, uuid, id, 'remove');
      },
      'project_started',
    ],
    [
      'takes the same change of an earlier moment, which changes nothing',
      async ({ server }) => {
        const { uuid, id } = await started(server);
        return save(server, uuid, id, 'add');
      },
      200,
    ],
    [
      'puts no study into a project that has been started',
      async ({ server }) => {
        const { id } = await started(server);
        return save(server, (await registerUpload(server)).study.uuid, id, 'add');
      },
      'project_closed',
    ],
    [
      'does not find a project of another team',
      async ({ server }) => {
        const id = await server.db.write((tx) =>
          createProject(tx, { teamId: server.teams.south, name: 'of south', now: server.clock.now }),
        );
        return save(server, (await registerUpload(server)).study.uuid, id, 'add');
      },
      'not_found',
    ],
    [
      'nor a study of another team',
      async ({ server, ute }) => {
        const { uuid, id } = await started(server);
        return server.ask('POST /api/project/study/save', {
          host: SOUTH,
          token: ute,
          body: { uuid, project_id: id, action: 'remove' },
        });
      },
      'not_found',
    ],
    [
      'is for who may select projects',
      ({ server, nell }) =>
        server.asAda('POST /api/project/study/save', {
          token: nell,
          body: { uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02', project_id: 1, action: 'add' },
        }),
      'not_allowed',
    ],
  ],
  projectList: [
    [
      'answers the newest first, with the number of studies and the creator [ENT-55]',
      async ({ server }) => {
        await make(server, { name: 'Newest' });
        return server.asAda('GET /api/project');
      },
      200,
      ({ body }) => {
        expect(body).toMatchObject({ per_page: 30, current_page: 1 });
        expect(body.data[0]).toMatchObject({ name: 'Newest', state_code: 'created', studies: 0, created_by: 'ada', managed: true });
        expect(body.data[0].created_at).toMatch(WIRE_DATE);
      },
    ],
    [
      'finds by word and state',
      async ({ server }) => {
        await make(server, { name: 'Zebra, waiting' });
        await moveOn(server, await addProject(server, 'Zebra, started'));
        return server.asAda('GET /api/project?search=zebra&state=in_progress');
      },
      200,
      ({ body }) => expect(body.data.map(({ name }: AnyJson) => name)).toEqual(['Zebra, started']),
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await make(server);
        return server.ask('GET /api/project', { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data.map(({ name }: AnyJson) => name)).not.toContain('Made'),
    ],
    ['requires r:projects', ({ server, nell }) => server.asAda('GET /api/project', { token: nell }), 'not_allowed'],
  ],
  project: [
    [
      'answers one with its members and the states of its studies',
      async ({ server }) => {
        const { uuid, id } = await started(server);
        const answer = await server.asAda(`GET /api/project/${id}`);
        expect(uuid).toBeTruthy();
        return answer;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ studies: 1, members: [], progress: { receiving: 1 }, started_at: expect.any(String) }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`GET /api/project/${(await make(server)).id}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  createProject: [
    [
      'makes one with members, and the same one when sent twice',
      async ({ server }) => {
        const body = { uuid: randomUUID(), name: ' PI-RADS 27 ', members: [server.ada.userId] };
        const first = await server.asAda('POST /api/project', { body });
        const second = await server.asAda('POST /api/project', { body });
        expect(second.body).toEqual(first.body);
        return second;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ name: 'PI-RADS 27', members: [{ name: 'ada' }], studies: 0 }),
    ],
    [
      'refuses a label of another team',
      async ({ server, ute }) => {
        const { body } = await server.ask('POST /api/label', {
          ...{ host: SOUTH, token: ute },
          body: { name: `of south ${randomUUID()}`, color: '#112233' },
        });
        return server.asAda('POST /api/project', { body: { uuid: randomUUID(), name: 'P', label_id: body.data.id } });
      },
      'invalid',
    ],
  ],
  changeProject: [
    [
      'changes the fields that are sent and keeps the others',
      async ({ server }) =>
        server.asAda(`PUT /api/project/${(await make(server, { description: 'Kept' })).id}`, { body: { name: 'Changed' } }),
      200,
      ({ body }) => expect(body).toMatchObject({ name: 'Changed', description: 'Kept' }),
    ],
    [
      'refuses one that is finished',
      async ({ server }) => {
        const { id } = await started(server);
        await moveOn(server, id);
        return server.asAda(`PUT /api/project/${id}`, { body: { name: 'x' } });
      },
      'project_finished',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.ask(`PUT /api/project/${(await make(server)).id}`, { host: SOUTH, token: ute, body: { name: 'x' } }),
      'not_found',
    ],
  ],
  changeProjectState: [
    [
      'finishes, also twice',
      async ({ server }) => {
        const { id } = await started(server);
        await server.asAda(`PUT /api/project/${id}/state`, { body: { state: 'finished' } });
        return server.asAda(`PUT /api/project/${id}/state`, { body: { state: 'finished' } });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ state_code: 'finished', finished_at: expect.stringMatching(WIRE_DATE) }),
    ],
    [
      'refuses to start one without studies',
      async ({ server }) => server.asAda(`PUT /api/project/${(await make(server)).id}/state`, { body: { state: 'in_progress' } }),
      'project_empty',
    ],
    [
      'refuses to go back',
      async ({ server }) => server.asAda(`PUT /api/project/${(await started(server)).id}/state`, { body: { state: 'created' } }),
      'project_state',
    ],
    [
      'refuses who is neither its creator nor an administrator',
      async ({ server }) => {
        const email = `${randomUUID()}@example.org`;
        await server.addUser(email, { [server.teams.north]: 2 });
        const { token } = await server.signIn(email, NORTH);
        return server.asAda(`PUT /api/project/${(await started(server)).id}/state`, { token, body: { state: 'finished' } });
      },
      'not_allowed',
    ],
  ],
  deleteProject: [
    [
      'may be sent twice',
      async ({ server }) => {
        const { id } = await make(server);
        await server.asAda(`DELETE /api/project/${id}`);
        expect((await server.asAda(`GET /api/project/${id}`)).status).toBe(404);
        return server.asAda(`DELETE /api/project/${id}`);
      },
      204,
    ],
    [
      'refuses one that was started',
      async ({ server }) => server.asAda(`DELETE /api/project/${(await started(server)).id}`),
      'project_started',
    ],
    [
      'leaves one of another team, and answers as if it did not exist',
      async ({ server, ute }) => {
        const { id } = await make(server);
        const answer = await server.ask(`DELETE /api/project/${id}`, { host: SOUTH, token: ute });
        expect((await server.asAda(`GET /api/project/${id}`)).status).toBe(200);
        return answer;
      },
      204,
    ],
  ],
  changeProjectStudies: [
    [
      'adds several and removes others, also twice',
      async ({ server }) => {
        const [{ id }, one, two] = [await make(server), await registerUpload(server), await registerUpload(server)];
        await server.asAda(`POST /api/project/${id}/studies`, { body: { add: [one.study.uuid] } });
        const body = { add: [two.study.uuid], remove: [one.study.uuid] };
        await server.asAda(`POST /api/project/${id}/studies`, { body });
        const answer = await server.asAda(`POST /api/project/${id}/studies`, { body });
        expect([await chosen(server, one.study.uuid), await chosen(server, two.study.uuid)]).toEqual([[], [id]]);
        return answer;
      },
      200,
      ({ body }) => expect(body).toEqual({ studies: 1 }),
    ],
    [
      'adds none to one that was started',
      async ({ server }) =>
        server.asAda(`POST /api/project/${(await started(server)).id}/studies`, {
          body: { add: [(await registerUpload(server)).study.uuid] },
        }),
      'project_closed',
    ],
    [
      'refuses all if one is unknown',
      async ({ server }) => {
        const [{ id }, { study }] = [await make(server), await registerUpload(server)];
        const answer = await server.asAda(`POST /api/project/${id}/studies`, { body: { add: [study.uuid, randomUUID()] } });
        expect(await chosen(server, study.uuid)).toEqual([]);
        return answer;
      },
      'not_found',
    ],
  ],
  changeProjectMembers: [
    [
      'adds and removes, also twice',
      async ({ server }) => {
        const { id } = await make(server, { members: [server.ada.userId] });
        const body = { add: [server.adam.userId], remove: [server.ada.userId] };
        await server.asAda(`POST /api/project/${id}/members`, { body });
        return server.asAda(`POST /api/project/${id}/members`, { body });
      },
      200,
      ({ body }) => expect(body.members.map(({ name }: AnyJson) => name)).toEqual(['adam']),
    ],
    [
      'refuses a person of another team',
      async ({ server }) => {
        const stranger = await server.addUser(`${randomUUID()}@example.org`, { [server.teams.south]: 2 });
        return server.asAda(`POST /api/project/${(await make(server)).id}/members`, { body: { add: [stranger] } });
      },
      'invalid',
    ],
  ],
} satisfies Rows;
