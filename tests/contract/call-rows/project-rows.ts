import { expect } from 'vitest';
import { createProject, moveProjectOn } from '#server/rules/studies/projects.ts';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import type { Rows } from './rows.ts';

/** No call makes or starts a project yet: the rules do. */
const addProject = ({ db, teams, clock }: ContractServer, name = 'PI-RADS 26'): Promise<number> =>
  db.write((tx) => createProject(tx, { teamId: teams.north, name, now: clock.now }));
const moveOn = ({ db, teams, clock }: ContractServer, id: number) =>
  db.write((tx) => moveProjectOn(tx, { teamId: teams.north, id, now: clock.now }));

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

/** Which studies are in which projects. */
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
} satisfies Rows;
