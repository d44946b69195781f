import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import type { Rows } from './rows.ts';

let made = 0;
const newName = (): string => `Trial ${(made += 1)}`;

/** A folder of team north. */
async function addFolder(server: ContractServer, name = newName()): Promise<{ id: number; name: string }> {
  return (await server.asAda('POST /api/folders', { body: { name } })).body;
}

const studyOf = async (server: ContractServer): Promise<string> => (await registerUpload(server)).study.uuid;

const select = (server: ContractServer, studies: string[], change: object) =>
  server.asAda('PUT /api/studies-v2/selection', { body: { studies, ...change } });

const saveView = (server: ContractServer, name: string, more: object = {}) =>
  server.asAda('PUT /api/studies-v2/views', { body: { name, query: { state: 'converted' }, of_team: false, ...more } });

/** Of team north: may see studies, but is no administrator. */
async function tokenOfMember(server: ContractServer): Promise<string> {
  const email = `member${(made += 1)}@example.org`;
  await server.addUser(email, { [server.teams.north]: 1 });
  return (await server.signIn(email)).token;
}

/** Folders, changes of a selection, and saved views of the studies list. */
export const FOLDER_ROWS = {
  folders: [
    [
      'answers the folders by name, with how many studies are in each [ENT-59]',
      async ({ server }) => {
        const [second, first] = [await addFolder(server, 'AAB'), await addFolder(server, 'aaa')];
        await select(server, [await studyOf(server), await studyOf(server)], { folder: second.id });
        const answer = await server.asAda('GET /api/folders');
        expect(answer.body.data.slice(0, 2)).toEqual([
          { id: first.id, name: 'aaa', studies: 0, created_by: 'ada', deletable: true },
          { id: second.id, name: 'AAB', studies: 2, created_by: 'ada', deletable: true },
        ]);
        return answer;
      },
      200,
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await addFolder(server);
        return server.ask('GET /api/folders', { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    ['requires r:studies', ({ server, nell }) => server.asAda('GET /api/folders', { token: nell }), 'not_allowed'],
  ],
  createFolder: [
    [
      'answers the folder, which is empty',
      ({ server }) => server.asAda('POST /api/folders', { body: { name: ' Second reading ' } }),
      200,
      ({ body }) =>
        expect(body).toEqual({ id: expect.any(Number), name: 'Second reading', studies: 0, created_by: 'ada', deletable: true }),
    ],
    [
      'refuses a name that exists, ignoring case',
      async ({ server }) => {
        await addFolder(server, 'Prüfung');
        return server.asAda('POST /api/folders', { body: { name: 'PRÜFUNG' } });
      },
      'duplicate_folder',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['name']),
    ],
    [
      'accepts a name that only another team has',
      async ({ server, ute }) => {
        const { name } = await addFolder(server);
        return server.ask('POST /api/folders', { host: SOUTH, token: ute, body: { name } });
      },
      200,
    ],
    ['requires r:studies', ({ server, nell }) => server.asAda('POST /api/folders', { token: nell, body: { name: 'x' } }), 'not_allowed'],
  ],
  changeFolder: [
    [
      'renames it; the list of its studies shows the new name',
      async ({ server }) => {
        const { id } = await addFolder(server);
        await select(server, [await studyOf(server)], { folder: id });
        const name = newName();
        const answer = await server.asAda(`PUT /api/folders/${id}`, { body: { name } });
        const { body } = await server.asAda(`GET /api/studies-v2?folder=${id}`);
        expect([answer.body.name, body.folder, body.data[0].folder]).toEqual([name, { id, name }, { id, name }]);
        return answer;
      },
      200,
      ({ body }) => expect(body.studies).toBe(1),
    ],
    [
      'refuses a name that exists',
      async ({ server }) => {
        const [{ id }, { name }] = [await addFolder(server), await addFolder(server)];
        return server.asAda(`PUT /api/folders/${id}`, { body: { name } });
      },
      'duplicate_folder',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.ask(`PUT /api/folders/${(await addFolder(server)).id}`, { host: SOUTH, token: ute, body: { name: 'x' } }),
      'not_found',
    ],
  ],
  deleteFolder: [
    [
      'may be sent twice; the studies stay, in no folder',
      async ({ server }) => {
        const [{ id }, uuid] = [await addFolder(server), await studyOf(server)];
        await select(server, [uuid], { folder: id });
        await server.asAda(`DELETE /api/folders/${id}`);
        expect((await server.asAda(`GET /api/studies-v2/${uuid}`)).body.data.folder).toBeNull();
        return server.asAda(`DELETE /api/folders/${id}`);
      },
      204,
    ],
    [
      'of somebody else is for team administrators [OQ-03]',
      async ({ server }) => {
        const { id } = await addFolder(server);
        return server.asAda(`DELETE /api/folders/${id}`, { token: await tokenOfMember(server) });
      },
      'not_allowed',
    ],
    [
      'leaves one of another team, and answers as if it did not exist',
      async ({ server, ute }) => {
        const { id, name } = await addFolder(server);
        const answer = await server.ask(`DELETE /api/folders/${id}`, { host: SOUTH, token: ute });
        expect((await server.asAda('GET /api/folders')).body.data).toContainEqual(expect.objectContaining({ id, name }));
        return answer;
      },
      204,
    ],
    ['requires r:studies', ({ server, nell }) => server.asAda('DELETE /api/folders/1', { token: nell }), 'not_allowed'],
  ],
  changeStudies: [
    [
      'puts studies into a folder and adds a label, also twice',
      async ({ server }) => {
        const [{ id: folder, name }, studies] = [await addFolder(server), [await studyOf(server), await studyOf(server)]];
        const { body: label } = await server.asAda('POST /api/label', { body: { name: newName(), color: '#336699' } });
        const change = { folder, add_label: label.data.id };
        expect((await select(server, studies, change)).body).toEqual({ changed: 2, missing: [] });
        const { body } = await server.asAda(`GET /api/studies-v2?folder=${folder}&filter_id=${label.data.id}`);
        expect(body.data.map((study: AnyJson) => study.uuid).toSorted()).toEqual(studies.toSorted());
        expect(body.folder).toEqual({ id: folder, name });
        return select(server, studies, change);
      },
      200,
      ({ body }) => expect(body).toEqual({ changed: 0, missing: [] }),
    ],
    [
      'names the studies that do not exist, and those of another team',
      async ({ server, ute }) => {
        const [gone, uuid] = [randomUUID(), await studyOf(server)];
        const body = { studies: [gone, uuid], folder: null };
        return server.ask('PUT /api/studies-v2/selection', { host: SOUTH, token: ute, body });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ changed: 0, missing: { length: 2 } }),
    ],
    [
      'does not find a folder that does not exist, and changes nothing',
      async ({ server }) => {
        const [uuid, { id }] = [await studyOf(server), await addFolder(server)];
        await select(server, [uuid], { folder: id });
        const answer = await select(server, [uuid], { folder: 999_999 });
        expect((await server.asAda(`GET /api/studies-v2/${uuid}`)).body.data.folder.id).toBe(id);
        return answer;
      },
      'not_found',
    ],
    [
      'of projects is for callers with r:projects',
      async ({ server }) => {
        const body = { studies: [await studyOf(server)], add_project: 1 };
        return server.asAda('PUT /api/studies-v2/selection', { token: await tokenOfMember(server), body });
      },
      'not_allowed',
    ],
    ['refuses an empty selection', ({ server }) => select(server, [], { folder: null }), 'invalid'],
    [
      'requires r:studies',
      ({ server, nell }) => server.asAda('PUT /api/studies-v2/selection', { token: nell, body: { studies: [randomUUID()] } }),
      'not_allowed',
    ],
  ],
  savedViews: [
    [
      'answers those of the caller and the one of the team [ENT-60]',
      async ({ server }) => {
        const [mine, ours] = [newName(), newName()];
        await saveView(server, mine);
        await saveView(server, ours, { of_team: true });
        const token = await tokenOfMember(server);
        expect((await server.asAda('GET /api/studies-v2/views', { token })).body.data).toEqual([
          { id: expect.any(Number), name: ours, query: { state: 'converted' }, of_team: true, changeable: false },
        ]);
        const answer = await server.asAda('GET /api/studies-v2/views');
        const named = answer.body.data.map(({ name, of_team }: AnyJson) => [name, of_team]);
        expect(named).toEqual(
          expect.arrayContaining([
            [mine, false],
            [ours, true],
          ]),
        );
        return answer;
      },
      200,
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await saveView(server, newName(), { of_team: true });
        return server.ask('GET /api/studies-v2/views', { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    ['requires r:studies', ({ server, nell }) => server.asAda('GET /api/studies-v2/views', { token: nell }), 'not_allowed'],
  ],
  saveView: [
    [
      'replaces the view of the caller with the same name',
      async ({ server }) => {
        const name = newName();
        const { body } = await saveView(server, name);
        const answer = await saveView(server, name, { query: { modality: 'MR', order: 'name' } });
        expect(answer.body.id).toBe(body.id);
        return answer;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ query: { modality: 'MR', order: 'name' }, of_team: false, changeable: true }),
    ],
    [
      'of the team is for team administrators',
      async ({ server }) => {
        const body = { name: newName(), query: {}, of_team: true };
        return server.asAda('PUT /api/studies-v2/views', { token: await tokenOfMember(server), body });
      },
      'not_allowed',
    ],
    ['refuses a filter that does not exist', ({ server }) => saveView(server, 'x', { query: { state: 'done' } }), 'invalid'],
  ],
  deleteView: [
    [
      'may be sent twice',
      async ({ server }) => {
        const { id } = (await saveView(server, newName())).body;
        await server.asAda(`DELETE /api/studies-v2/views/${id}`);
        expect((await server.asAda('GET /api/studies-v2/views')).body.data.filter((view: AnyJson) => view.id === id)).toEqual([]);
        return server.asAda(`DELETE /api/studies-v2/views/${id}`);
      },
      204,
    ],
    [
      'of the team is for team administrators',
      async ({ server }) => {
        const { id } = (await saveView(server, newName(), { of_team: true })).body;
        return server.asAda(`DELETE /api/studies-v2/views/${id}`, { token: await tokenOfMember(server) });
      },
      'not_allowed',
    ],
    [
      'leaves one of another member, and answers as if it did not exist',
      async ({ server }) => {
        const { id } = (await saveView(server, newName())).body;
        const answer = await server.asAda(`DELETE /api/studies-v2/views/${id}`, { token: await tokenOfMember(server) });
        expect((await server.asAda('GET /api/studies-v2/views')).body.data).toContainEqual(expect.objectContaining({ id }));
        return answer;
      },
      204,
    ],
  ],
} satisfies Rows;
