import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH, SOUTH, withoutPermission } from '#tests/contract/contract-server.ts';
import { packFile, prepare, register, registrationBody, sendChunk } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows, type Scene } from './rows.ts';

const FIELDS = { name: 'bridge', permissions: ['r:studies'], expires_at: '2027-11-01 00:00:00', addresses: ['10.0.0.0/8'] };

/** An API user of team north, and its key. */
async function newApiUser({ server }: Scene, more: object = {}): Promise<{ id: number; key: string }> {
  const { body } = await server.asAda('POST /api/api-users', { body: { uuid: randomUUID(), ...FIELDS, ...more } });
  return { id: body.data.id, key: body.key };
}

const asUte = ({ ute }: Scene) => ({ host: SOUTH, token: ute });

/** API users of a team, and their keys. */
export const API_USER_ROWS = {
  apiUsers: [
    [
      'answers those of the team, without keys [PCALL-30]',
      async (scene) => {
        const { id, key } = await newApiUser(scene);
        const answer = await scene.server.asAda('GET /api/api-users');
        expect(answer.text).not.toContain(key);
        expect(answer.body.data.find((each: AnyJson) => each.id === id)).toMatchObject({
          ...FIELDS,
          effective: ['r:studies'],
          own_team: true,
        });
        return answer;
      },
      200,
      ({ body }) => {
        expect(body.all).toBe(false);
        expect(body.data[0].keys[0].created_at).toMatch(WIRE_DATE);
      },
    ],
    [
      'shows nothing of another team',
      async (scene) => {
        await newApiUser(scene);
        return scene.server.asAda('GET /api/api-users', asUte(scene));
      },
      200,
      ({ body }) => expect(body).toEqual({ data: [], all: false }),
    ],
    ['requires r:api-users', ({ server, nell }) => server.asAda('GET /api/api-users', { token: nell }), 'not_allowed'],
  ],
  apiUser: [
    [
      'answers one',
      async (scene) => scene.server.asAda(`GET /api/api-users/${(await newApiUser(scene)).id}`),
      200,
      ({ body }) => expect(body.data).toMatchObject({ ...FIELDS, team: { slug: 'north' } }),
    ],
    [
      'finds none of another team',
      async (scene) => scene.server.asAda(`GET /api/api-users/${(await newApiUser(scene)).id}`, asUte(scene)),
      'not_found',
    ],
  ],
  createApiUser: [
    [
      'answers a key that works as a bearer, with the rights that were given',
      async (scene) => {
        const { key } = await newApiUser(scene);
        expect((await scene.server.ask('GET /api/dataset', { host: NORTH, token: key })).body.code).toBe('not_allowed');
        return scene.server.ask('GET /api/structures/categories', { host: NORTH, token: key });
      },
      200,
    ],
    [
      'answers a key that uploads a study without a browser',
      async (scene) => {
        const { server } = scene;
        const { key: token } = await newApiUser(scene, { permissions: ['r:upload-v2', 'r:studies'], name: 'pacs-bridge' });
        const session = randomUUID();
        await prepare(server, session, { token });
        const { body } = await register(server, registrationBody(session), { token });
        const upload = { session, token, study: body.study, series: body.series[0] };
        const sent = await sendChunk(server, token, packFile(upload));
        expect(sent.status).toBe(200);
        return server.ask(`GET /services/c-upload/status/${session}`, { host: NORTH, token });
      },
      200,
      ({ text }) => expect(text).toContain('f1'),
    ],
    [
      'refuses permissions that the caller lacks',
      ({ server }) =>
        withoutPermission(server, 'r:xr-workers', () =>
          server.asAda('POST /api/api-users', { body: { uuid: randomUUID(), ...FIELDS, permissions: ['r:xr-workers'] } }),
        ),
      'not_allowed',
    ],
    [
      'refuses more than two years',
      ({ server }) => server.asAda('POST /api/api-users', { body: { uuid: randomUUID(), ...FIELDS, expires_at: '2029-01-01 00:00:00' } }),
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['expires_at']),
    ],
    [
      'is not for keys',
      async (scene) => {
        const { key } = await newApiUser(scene);
        return scene.server.ask('POST /api/api-users', { host: NORTH, token: key, body: { uuid: randomUUID(), ...FIELDS } });
      },
      'not_for_keys',
    ],
  ],
  changeApiUser: [
    [
      'changes what it may, and from where',
      async (scene) => {
        const { id, key } = await newApiUser(scene);
        const fields = { ...FIELDS, name: 'other', permissions: ['r:datasets'], addresses: ['192.0.2.1'] };
        const answer = await scene.server.asAda(`PUT /api/api-users/${id}`, { body: fields });
        expect((await scene.server.ask('GET /api/dataset', { host: NORTH, token: key })).body.code).toBe('key_address');
        expect((await scene.server.ask('GET /api/dataset', { host: NORTH, token: key, ip: '192.0.2.1' })).status).toBe(200);
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ name: 'other', permissions: ['r:datasets'], addresses: ['192.0.2.1'] }),
    ],
    [
      'finds none of another team',
      async (scene) => scene.server.asAda(`PUT /api/api-users/${(await newApiUser(scene)).id}`, { ...asUte(scene), body: FIELDS }),
      'not_found',
    ],
  ],
  revokeApiUser: [
    [
      'ends its keys, and may be sent twice',
      async (scene) => {
        const { id, key } = await newApiUser(scene);
        await scene.server.asAda(`DELETE /api/api-users/${id}`);
        expect((await scene.server.ask('GET /api/structures/categories', { host: NORTH, token: key })).body.code).toBe('key_ended');
        return scene.server.asAda(`DELETE /api/api-users/${id}`);
      },
      200,
      ({ body }) => expect(body.data.revoked_at).toMatch(WIRE_DATE),
    ],
    [
      'finds none of another team',
      async (scene) => scene.server.asAda(`DELETE /api/api-users/${(await newApiUser(scene)).id}`, asUte(scene)),
      'not_found',
    ],
  ],
  rotateApiKey: [
    [
      'answers a new key, beside which the old one goes on for the overlap [PCALL-210]',
      async (scene) => {
        const { id, key } = await newApiUser(scene);
        const answer = await scene.server.asAda(`POST /api/api-users/${id}/keys`, { body: { uuid: randomUUID(), overlap_hours: 1 } });
        const ask = (token: string) => scene.server.ask('GET /api/structures/categories', { host: NORTH, token });
        expect([(await ask(key)).status, (await ask(answer.body.key)).status]).toEqual([200, 200]);
        return answer;
      },
      200,
      ({ body }) => expect(body.data.keys.map(({ ends_at: ends }: AnyJson) => ends === null)).toEqual([true, false]),
    ],
    [
      'refuses one that was revoked',
      async (scene) => {
        const { id } = await newApiUser(scene);
        await scene.server.asAda(`DELETE /api/api-users/${id}`);
        return scene.server.asAda(`POST /api/api-users/${id}/keys`, { body: { uuid: randomUUID(), overlap_hours: 0 } });
      },
      'api_user_ended',
    ],
  ],
} satisfies Rows;
