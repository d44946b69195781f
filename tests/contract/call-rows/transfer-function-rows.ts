import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const POINTS = [
  { value: -100, color: '#000000', opacity: 0 },
  { value: 300, color: '#FFFFFF', opacity: 1 },
];

/** A transfer function of team north. */
async function make(server: ContractServer, more: AnyJson = {}): Promise<AnyJson> {
  const body = { uuid: randomUUID(), name: `Made ${randomUUID().slice(0, 8)}`, unit: 'value', points: POINTS, ...more };
  return (await server.asAda('POST /api/transfer-functions', { body })).body;
}

async function shippedId(server: ContractServer): Promise<number> {
  return (await server.asAda('GET /api/transfer-functions')).body.data.find(({ shipped }: AnyJson) => shipped).id;
}

/** Curves of colour and opacity. */
export const TRANSFER_FUNCTION_ROWS = {
  transferFunctions: [
    [
      'answers the shipped ones and those of the team [ENT-61]',
      async ({ server }) => {
        await make(server, { name: 'Okapi' });
        return server.asAda('GET /api/transfer-functions');
      },
      200,
      ({ body }) => {
        expect(body.data.find(({ name }: AnyJson) => name === 'Okapi')).toMatchObject({
          ...{ modality: null, unit: 'value', points: POINTS, shipped: false, deletable: true, created_by: 'ada' },
          updated_at: expect.stringMatching(WIRE_DATE),
        });
        expect(body.data.find(({ name }: AnyJson) => name === 'CT bone')).toMatchObject({ shipped: true, deletable: false });
      },
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await make(server);
        return server.ask('GET /api/transfer-functions', { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data.filter(({ shipped }: AnyJson) => !shipped)).toEqual([]),
    ],
    ['requires r:transfer-functions', ({ server, nell }) => server.asAda('GET /api/transfer-functions', { token: nell }), 'not_allowed'],
  ],
  createTransferFunction: [
    [
      'makes the same one when sent twice',
      async ({ server }) => {
        const body = { uuid: randomUUID(), name: ' Twice ', unit: 'percent', points: [POINTS[1], POINTS[1]].map(atPercent) };
        const first = await server.asAda('POST /api/transfer-functions', { body });
        const second = await server.asAda('POST /api/transfer-functions', { body });
        expect(second.body).toEqual(first.body);
        return second;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ name: 'Twice', unit: 'percent', modality: null }),
    ],
    [
      'refuses a name that exists, whatever its case',
      async ({ server }) => {
        const { name } = await make(server);
        return server.asAda('POST /api/transfer-functions', {
          body: { uuid: randomUUID(), name: name.toUpperCase(), unit: 'value', points: POINTS },
        });
      },
      'duplicate_transfer_function',
    ],
    [
      'refuses percentages above 100',
      ({ server }) =>
        server.asAda('POST /api/transfer-functions', { body: { uuid: randomUUID(), name: 'Too far', unit: 'percent', points: POINTS } }),
      'invalid',
    ],
  ],
  changeTransferFunction: [
    [
      'changes the fields that are sent and keeps the others',
      async ({ server }) => {
        const { id } = await make(server, { name: 'Before' });
        return server.asAda(`PUT /api/transfer-functions/${id}`, { body: { name: 'After' } });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ name: 'After', unit: 'value', points: POINTS }),
    ],
    [
      'moves the default of a modality',
      async ({ server }) => {
        const first = await make(server, { modality: 'CT' });
        const second = await make(server);
        const answer = await server.asAda(`PUT /api/transfer-functions/${second.id}`, { body: { modality: 'CT' } });
        const { data } = (await server.asAda('GET /api/transfer-functions')).body;
        expect(data.filter(({ modality }: AnyJson) => modality === 'CT').map(({ id }: AnyJson) => id)).toEqual([second.id]);
        expect(first.modality).toBe('CT');
        return answer;
      },
      200,
      ({ body }) => expect(body.modality).toBe('CT'),
    ],
    [
      'refuses to change a shipped one',
      async ({ server }) => server.asAda(`PUT /api/transfer-functions/${await shippedId(server)}`, { body: { name: 'Mine' } }),
      'transfer_function_shipped',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.ask(`PUT /api/transfer-functions/${(await make(server)).id}`, { host: SOUTH, token: ute, body: { name: 'x' } }),
      'not_found',
    ],
  ],
  deleteTransferFunction: [
    [
      'deletes, and succeeds again when repeated',
      async ({ server }) => {
        const { id } = await make(server);
        await server.asAda(`DELETE /api/transfer-functions/${id}`);
        const { data } = (await server.asAda('GET /api/transfer-functions')).body;
        expect(data.map((each: AnyJson) => each.id)).not.toContain(id);
        return server.asAda(`DELETE /api/transfer-functions/${id}`);
      },
      204,
    ],
    [
      'refuses to delete a shipped one',
      async ({ server }) => server.asAda(`DELETE /api/transfer-functions/${await shippedId(server)}`),
      'transfer_function_shipped',
    ],
  ],
} satisfies Rows;

function atPercent(point: AnyJson, index: number): AnyJson {
  return { ...point, value: index * 100 };
}
