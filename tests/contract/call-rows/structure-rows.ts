import { expect } from 'vitest';
import { FIRST_STRUCTURES } from '#server/db/structures.ts';
import { ROLE } from '#contract/permissions.ts';
import type { AnyJson, Answered, Asked } from '#server/test-server.ts';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { WIRE_DATE, type Rows, type Scene } from './rows.ts';

const COLOR = '#4FD0D0';
let made = 0;

/** A structure of team north. */
async function addStructure(server: ContractServer, title = `Marker ${(made += 1)}`): Promise<AnyJson> {
  return (await server.asAda('POST /api/structures', { body: { title, category_id: 15, color: COLOR } })).body;
}

/** As a member of team north who runs the server. */
async function asPlatform({ server }: Scene, request: string, asked: Asked = {}): Promise<Answered> {
  const email = `shared-${(made += 1)}@example.org`;
  await server.addUser(email, { [server.teams.north]: ROLE.member }, { platformAdmin: true });
  const { token } = await server.signIn(email, NORTH);
  return server.ask(request, { host: NORTH, token, ...asked });
}
async function addShared(scene: Scene, title = `Shared ${(made += 1)}`): Promise<AnyJson> {
  return (await asPlatform(scene, 'POST /api/structures/shared', { body: { title, category_id: 15, color: COLOR } })).body;
}

async function shippedId(server: ContractServer): Promise<number> {
  return (await server.asAda('GET /api/structures?search=Duodenum')).body.data[0].id;
}

/** Structures of a team and those of all teams. */
export const STRUCTURE_ROWS = {
  structures: [
    [
      'answers 30 of a page, with the codes of each [ENT-43]',
      ({ server }) => server.asAda('GET /api/structures'),
      200,
      ({ body }) => {
        expect(body).toMatchObject({ per_page: 30, current_page: 1 });
        expect(body.total).toBeGreaterThanOrEqual(FIRST_STRUCTURES.length);
        expect(body.data).toHaveLength(30);
        expect(body.data[0]).toMatchObject({ slug: 'abscess', shipped: true, codes: { type: { scheme: 'SCT', value: '44132006' } } });
      },
    ],
    [
      'finds by word and body part',
      ({ server }) => server.asAda('GET /api/structures?search=zone&category=prostate'),
      200,
      ({ body }) =>
        expect(body.data.map(({ slug }: AnyJson) => slug)).toEqual([
          'prostate-central-zone',
          'prostate-peripheral-zone',
          'prostate-transition-zone',
        ]),
    ],
    [
      'answers an empty page after the last',
      ({ server }) => server.asAda('GET /api/structures?page=1000'),
      200,
      ({ body }) => expect(body).toMatchObject({ data: [], current_page: 1000 }),
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        const { title } = await addStructure(server);
        return server.ask(`GET /api/structures?search=${encodeURIComponent(title)}`, { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    ['requires r:structures', ({ server, nell }) => server.asAda('GET /api/structures', { token: nell }), 'not_allowed'],
  ],
  structure: [
    [
      'answers one of the team',
      async ({ server }) => {
        const structure = await addStructure(server);
        const answer = await server.asAda(`GET /api/structures/${structure.id}`);
        expect(answer.body).toEqual(structure);
        return answer;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ created_by: 'ada', updated_at: expect.stringMatching(WIRE_DATE), deletable: true }),
    ],
    ['answers a shipped one', async ({ server }) => server.asAda(`GET /api/structures/${await shippedId(server)}`), 200],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`GET /api/structures/${(await addStructure(server)).id}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  createStructure: [
    [
      'makes the slug from the title',
      ({ server }) => server.asAda('POST /api/structures', { body: { title: ' Node, No. 7 ', category_id: 15, color: COLOR } }),
      200,
      ({ body }) => expect(body).toMatchObject({ slug: 'node-no-7', title: 'Node, No. 7', category: { slug: 'kidney' }, shipped: false }),
    ],
    [
      'refuses a slug that exists',
      async ({ server }) =>
        addStructure(server).then(({ title }) => server.asAda('POST /api/structures', { body: { title, category_id: 15, color: COLOR } })),
      'duplicate_structure',
    ],
    [
      'refuses the slug of a shipped structure',
      ({ server }) => server.asAda('POST /api/structures', { body: { title: 'Mine', slug: 'liver', category_id: 15, color: COLOR } }),
      'duplicate_structure',
    ],
    [
      'refuses an unknown body part',
      ({ server }) => server.asAda('POST /api/structures', { body: { title: 'Nowhere', category_id: 9_999, color: COLOR } }),
      'invalid',
    ],
  ],
  changeStructure: [
    [
      'changes the fields that are sent and keeps the others',
      async ({ server }) =>
        server.asAda(`PUT /api/structures/${(await addStructure(server, 'Clip')).id}`, { body: { title: 'Clip, large' } }),
      200,
      ({ body }) => expect(body).toMatchObject({ title: 'Clip, large', slug: 'clip', color: COLOR }),
    ],
    [
      'refuses a shipped one',
      async ({ server }) => server.asAda(`PUT /api/structures/${await shippedId(server)}`, { body: { title: 'x' } }),
      'structure_shipped',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.ask(`PUT /api/structures/${(await addStructure(server)).id}`, { host: SOUTH, token: ute, body: { title: 'x' } }),
      'not_found',
    ],
  ],
  deleteStructure: [
    [
      'may be sent twice',
      async ({ server }) => {
        const { id } = await addStructure(server);
        await server.asAda(`DELETE /api/structures/${id}`);
        expect((await server.asAda(`GET /api/structures/${id}`)).status).toBe(404);
        return server.asAda(`DELETE /api/structures/${id}`);
      },
      204,
    ],
    ['refuses a shipped one', async ({ server }) => server.asAda(`DELETE /api/structures/${await shippedId(server)}`), 'structure_shipped'],
    [
      'leaves one of another team, and answers as if it did not exist',
      async ({ server, ute }) => {
        const { id } = await addStructure(server);
        const answer = await server.ask(`DELETE /api/structures/${id}`, { host: SOUTH, token: ute });
        expect((await server.asAda(`GET /api/structures/${id}`)).status).toBe(200);
        return answer;
      },
      204,
    ],
    ['requires r:structures', ({ server, nell }) => server.asAda('DELETE /api/structures/1', { token: nell }), 'not_allowed'],
  ],
  sharedStructures: [
    [
      'answers those of all teams, with the number of teams that use them',
      (scene) => asPlatform(scene, 'GET /api/structures/shared?search=duodenum'),
      200,
      ({ body }) => {
        expect(body).toMatchObject({ total: 1, per_page: 30, current_page: 1 });
        expect(body.data[0]).toMatchObject({ slug: 'duodenum', hidden: false, teams: 0, created_by: null, updated_at: null });
      },
    ],
    [
      'finds hidden ones',
      async (scene) => {
        const { id, title } = await addShared(scene);
        await asPlatform(scene, `PUT /api/structures/shared/${id}`, { body: { hidden: true } });
        return asPlatform(scene, `GET /api/structures/shared?state=hidden&search=${encodeURIComponent(title)}`);
      },
      200,
      ({ body }) => expect(body.data).toEqual([expect.objectContaining({ hidden: true })]),
    ],
    ['is for who runs the server', ({ server }) => server.asAda('GET /api/structures/shared'), 'not_allowed'],
  ],
  createSharedStructure: [
    [
      'adds it to every team',
      async (scene) => {
        const { id } = await addShared(scene);
        return scene.server.ask(`GET /api/structures/${id}`, { host: SOUTH, token: scene.ute });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ shipped: true, created_by: null, updated_at: null }),
    ],
    [
      'refuses the slug of a structure of any team',
      async (scene) => {
        const { slug } = await addStructure(scene.server);
        return asPlatform(scene, 'POST /api/structures/shared', { body: { title: 'Mine', slug, category_id: 15, color: COLOR } });
      },
      'duplicate_structure',
      ({ body }) => expect(body.errors).toEqual({ slug: ['A team has a structure with this slug'] }),
    ],
    [
      'is for who runs the server',
      ({ server }) => server.asAda('POST /api/structures/shared', { body: { title: 'x', category_id: 15, color: COLOR } }),
      'not_allowed',
    ],
  ],
  changeSharedStructure: [
    [
      'hides it from teams, and shows it where it is used',
      async (scene) => {
        const { id, title } = await addShared(scene);
        const answer = await asPlatform(scene, `PUT /api/structures/shared/${id}`, { body: { hidden: true } });
        const listed = await scene.server.asAda(`GET /api/structures?search=${encodeURIComponent(title)}`);
        const read = await scene.server.asAda(`GET /api/structures/${id}`);
        expect([listed.body.data, read.status]).toEqual([[], 200]);
        return answer;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ hidden: true, color: COLOR }),
    ],
    [
      'does not change the structure of a team',
      async (scene) => asPlatform(scene, `PUT /api/structures/shared/${(await addStructure(scene.server)).id}`, { body: { title: 'x' } }),
      'not_found',
    ],
    ['is for who runs the server', ({ server }) => server.asAda('PUT /api/structures/shared/1', { body: { title: 'x' } }), 'not_allowed'],
  ],
  sharedCategories: [
    [
      'answers body parts with their structures',
      (scene) => asPlatform(scene, 'GET /api/structures/shared-categories'),
      200,
      ({ body }) => expect(body.data[0]).toMatchObject({ slug: 'head', title: 'Head', hidden: false }),
    ],
    ['is for who runs the server', ({ server }) => server.asAda('GET /api/structures/shared-categories'), 'not_allowed'],
  ],
  createSharedCategory: [
    [
      'adds it as the last of the list',
      async (scene) => {
        const answer = await asPlatform(scene, 'POST /api/structures/shared-categories', { body: { title: `Part ${(made += 1)}` } });
        const { body } = await scene.server.asAda('GET /api/structures/categories');
        expect(body.data.at(-1)).toEqual({ id: answer.body.id, slug: answer.body.slug, title: answer.body.title });
        return answer;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ structures: 0, teams: 0 }),
    ],
    [
      'refuses a slug that exists',
      (scene) => asPlatform(scene, 'POST /api/structures/shared-categories', { body: { title: 'Kidney' } }),
      'invalid',
      ({ body }) => expect(body.errors).toEqual({ slug: ['Already taken'] }),
    ],
    [
      'is for who runs the server',
      ({ server }) => server.asAda('POST /api/structures/shared-categories', { body: { title: 'x' } }),
      'not_allowed',
    ],
  ],
  changeSharedCategory: [
    [
      'marks a hidden one for teams',
      async (scene) => {
        const { body: part } = await asPlatform(scene, 'POST /api/structures/shared-categories', {
          body: { title: `Part ${(made += 1)}` },
        });
        const answer = await asPlatform(scene, `PUT /api/structures/shared-categories/${part.id}`, { body: { hidden: true } });
        const { body } = await scene.server.asAda('GET /api/structures/categories');
        expect(body.data.at(-1)).toMatchObject({ id: part.id, hidden: true });
        return answer;
      },
      200,
    ],
    [
      'knows no other body part',
      (scene) => asPlatform(scene, 'PUT /api/structures/shared-categories/9999', { body: { title: 'x' } }),
      'not_found',
    ],
    [
      'is for who runs the server',
      ({ server }) => server.asAda('PUT /api/structures/shared-categories/1', { body: { title: 'x' } }),
      'not_allowed',
    ],
  ],
} satisfies Rows;
