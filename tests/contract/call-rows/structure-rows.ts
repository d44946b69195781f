import { expect } from 'vitest';
import { FIRST_STRUCTURES } from '#server/db/structures.ts';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const COLOR = '#4FD0D0';
let made = 0;

/** A structure of team north. */
async function addStructure(server: ContractServer, title = `Marker ${(made += 1)}`): Promise<AnyJson> {
  return (await server.asAda('POST /api/structures', { body: { title, category_id: 15, color: COLOR } })).body;
}

async function shippedId(server: ContractServer): Promise<number> {
  return (await server.asAda('GET /api/structures?search=Duodenum')).body.data[0].id;
}

/** Structures of a team and those that came with the product. */
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
} satisfies Rows;
