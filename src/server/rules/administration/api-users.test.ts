import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { uploadRoutes } from '#server/routes/uploads.ts';
import { openTestServer, TEST_PASSWORD } from '#server/test-server.ts';
import type { Answered, Asked, TestServer } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.each(TEST_ENGINES)('API users on %s', (engine) => {
  let server: TestServer;
  let teams: Record<'north' | 'south', number>;
  let ids: Record<'ada' | 'ben', number>;
  let ada: string;
  let count = 0;

  /** Ada and Ben may make API users in north, Pia runs the server from there, and Uma may make API users in south. */
  beforeEach(async () => {
    server = await openTestServer(engine, { handlers: uploadRoutes });
    teams = { north: await server.addTeam('north'), south: await server.addTeam('south') };
    await server.db.write((tx) =>
      tx
        .insertInto('role_permission')
        .values([
          { role_id: ROLE.teamAdministrator, permission: 'r:api-users' },
          { role_id: ROLE.annotator, permission: 'r:api-users' },
        ])
        .execute(),
    );
    const { north, south } = teams;
    ids = {
      ada: await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator }),
      ben: await server.addUser('ben@example.org', { [north]: ROLE.annotator }),
    };
    await server.addUser('pia@example.org', { [north]: ROLE.member }, { platformAdmin: true });
    await server.addUser('uma@example.org', { [south]: ROLE.teamAdministrator });
    ada = (await server.signIn('ada@example.org', NORTH)).token;
  });
  afterEach(() => server.close());

  const asAda = (request: string, asked: Asked = {}) => server.ask(request, { host: NORTH, token: ada, ...asked });
  const as = async (name: string, request: string, { host = NORTH, ...more }: Asked = {}) =>
    server.ask(request, { host, token: (await server.signIn(`${name}@example.org`, host)).token, ...more });
  const withKey = (key: string, request = 'GET /api/structures/categories', asked: Asked = {}) =>
    server.ask(request, { host: NORTH, token: key, ...asked });
  const said = ({ status, body }: Answered) => [status, body?.code ?? 'done'];
  const newUuid = () => `0b54c8a6-5f3e-4c7e-9d5a-${String((count += 1)).padStart(12, '0')}`;
  const fields = (more: object = {}) => ({
    ...{ name: 'pacs-bridge', permissions: ['r:upload-v2', 'r:studies'], expires_at: '2027-11-20 12:00:00', addresses: [], ...more },
  });
  const create = async (more: object = {}) => {
    const { body } = await asAda('POST /api/api-users', { body: { uuid: newUuid(), ...fields(more) } });
    return { id: body.data.id as number, key: body.key as string };
  };
  const stateOf = async (id: number) => (await asAda(`GET /api/api-users/${id}`)).body.data;
  const rotate = (id: number, overlap_hours: number, uuid = newUuid()) =>
    asAda(`POST /api/api-users/${id}/keys`, { body: { uuid, overlap_hours } });

  describe('makes', () => {
    test('a key that is shown once and stored as a hash [PCALL-30, OQ-28]', async () => {
      const { id, key } = await create();
      expect(key).toMatch(/^lsk_[\w-]{43}$/);
      expect(said(await withKey(key))).toEqual([200, 'done']);
      expect((await asAda('GET /api/api-users')).text).not.toContain(key);
      expect(JSON.stringify(await server.db.read.selectFrom('api_key').selectAll().execute())).not.toContain(key);
      expect(await stateOf(id)).toMatchObject({
        ...{ name: 'pacs-bridge', permissions: ['r:upload-v2', 'r:studies'], effective: ['r:upload-v2', 'r:studies'] },
        ...{ created_by: 'ada', vouched_by: 'ada', revoked_at: null, own_team: true, team: { slug: 'north' } },
      });
    });

    test('one API user of a call that is sent again, with another key until one is used', async () => {
      const body = { uuid: newUuid(), ...fields() };
      const first = (await asAda('POST /api/api-users', { body })).body;
      const second = (await asAda('POST /api/api-users', { body })).body;
      expect(second.data.id).toBe(first.data.id);
      expect(said(await withKey(first.key))).toEqual([401, 'key_ended']);
      expect(said(await withKey(second.key))).toEqual([200, 'done']);
      expect(said(await asAda('POST /api/api-users', { body }))).toEqual([409, 'conflict']);
      expect(said(await as('ben', 'POST /api/api-users', { body: { ...body, permissions: ['r:studies'] } }))).toEqual([409, 'conflict']);
      expect((await asAda('GET /api/api-users')).body.data).toHaveLength(1);
    });

    test('none with permissions that its maker lacks, or that no key may have', async () => {
      const asked = (permissions: string[]) => as('ben', 'POST /api/api-users', { body: { uuid: newUuid(), ...fields({ permissions }) } });
      expect(said(await asked(['r:studies']))).toEqual([200, 'done']);
      expect(said(await asked(['r:datasets']))).toEqual([403, 'not_allowed']);
      for (const permission of ['admin', 'r:api-users', 'r:team', 'r:roles', 'r:invitations'])
        expect(said(await asAda('POST /api/api-users', { body: { uuid: newUuid(), ...fields({ permissions: [permission] }) } }))).toEqual([
          422,
          'invalid',
        ]);
    });

    test.each([
      ['an expiry that has passed', { expires_at: '2026-11-20 12:00:00' }, 'expires_at'],
      ['an expiry after two years', { expires_at: '2028-11-21 12:00:01' }, 'expires_at'],
      ['a network of 33 bits', { addresses: ['10.0.0.0/33'] }, 'addresses.0'],
      ['a name as an address', { addresses: ['pacs.example.org'] }, 'addresses.0'],
      ['no permission', { permissions: [] }, 'permissions'],
      ['no name', { name: '  ' }, 'name'],
    ])('none with %s', async (_, more, field) => {
      const answer = await asAda('POST /api/api-users', { body: { uuid: newUuid(), ...fields(more) } });
      expect([said(answer), Object.keys(answer.body.errors)]).toEqual([[422, 'invalid'], [field]]);
    });

    test('at most as many as a team may have', async () => {
      for (let made = 0; made < LIMITS.apiUsersPerTeam; made += 1) await create();
      const answer = await asAda('POST /api/api-users', { body: { uuid: newUuid(), ...fields() } });
      expect([answer.body.code, answer.body.limit.name]).toEqual(['too_many', 'apiUsersPerTeam']);
    });
  });

  describe('a key', () => {
    test('is used from its addresses only, also behind a proxy', async () => {
      await server.close();
      server = await openTestServer(engine, { trustedProxies: ['10.9.9.9'] });
      const north = await server.addTeam('north');
      await server.db.write((tx) => tx.insertInto('role_permission').values({ role_id: 5, permission: 'r:api-users' }).execute());
      await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator });
      ada = (await server.signIn('ada@example.org', NORTH)).token;
      const { id, key } = await create({ addresses: ['10.20.4.0/24', '10.20.5.18', '2001:db8:1::/48'] });
      const from = async (ip: string, forwarded?: string) =>
        (await withKey(key, undefined, { ip, ...(forwarded && { headers: { 'x-forwarded-for': forwarded } }) })).status;
      expect(await from('10.20.4.77')).toBe(200);
      expect(await from('10.20.5.18')).toBe(200);
      expect(await from('2001:db8:1::5')).toBe(200);
      expect(await from('::ffff:10.20.4.1')).toBe(200);
      expect(await from('10.20.5.19')).toBe(403);
      expect(await from('2001:db8:2::5')).toBe(403);
      // Only a trusted proxy says who asks.
      expect(await from('10.20.5.19', '10.20.4.1')).toBe(403);
      expect(await from('10.9.9.9', '10.20.4.1')).toBe(200);
      expect(await from('10.9.9.9', '192.0.2.1')).toBe(403);
      expect((await stateOf(id)).keys[0].last_used_from).toBe('10.20.4.77');
    });

    test('is noted as used at most once a minute, with its address', async () => {
      const { id, key } = await create();
      const used = async () => {
        const [{ last_used_at, last_used_from }] = (await stateOf(id)).keys;
        return [last_used_at, last_used_from];
      };
      expect(await used()).toEqual([null, null]);
      await withKey(key, undefined, { ip: '10.0.0.7' });
      server.clock.now += MINUTE_MS - 1;
      await withKey(key, undefined, { ip: '10.0.0.8' });
      expect(await used()).toEqual(['2026-11-20 12:00:00', '10.0.0.7']);
      server.clock.now += 1;
      await withKey(key, undefined, { ip: '10.0.0.8' });
      expect(await used()).toEqual(['2026-11-20 12:01:00', '10.0.0.8']);
      // What is refused is no use.
      server.clock.now += HOUR_MS;
      await withKey(key, 'GET /api/user');
      expect(await used()).toEqual(['2026-11-20 12:01:00', '10.0.0.8']);
    });

    test('allows what its API user may and its person still holds', async () => {
      const { id, key } = await create({ permissions: ['r:datasets', 'r:studies'] });
      const datasets = () => withKey(key, 'GET /api/dataset');
      expect(said(await datasets())).toEqual([200, 'done']);
      await server.db.write((tx) => tx.updateTable('membership').set({ role_id: ROLE.annotator }).where('user_id', '=', ids.ada).execute());
      expect((await stateOf(id)).effective).toEqual(['r:studies']);
      expect(said(await datasets())).toEqual([403, 'not_allowed']);
      expect(said(await withKey(key))).toEqual([200, 'done']);
      await server.db.write((tx) => tx.deleteFrom('membership').where('user_id', '=', ids.ada).execute());
      expect(said(await withKey(key))).toEqual([401, 'key_ended']);
      // Somebody else rotates it, who then vouches for it.
      await as('ben', `PUT /api/api-users/${id}`, { body: fields({ permissions: ['r:studies'] }) });
      expect(said(await withKey(key))).toEqual([200, 'done']);
    });

    test('ends with its person: blocked, or with the account closed', async () => {
      const { key } = await create();
      await server.disable(ids.ada);
      expect(said(await withKey(key))).toEqual([401, 'key_ended']);
    });

    test('ends at its expiry, and works again when that is moved', async () => {
      const { id, key } = await create({ expires_at: '2026-11-20 13:00:00' });
      server.clock.now += HOUR_MS;
      ada = (await server.signIn('ada@example.org', NORTH)).token;
      expect(said(await withKey(key))).toEqual([401, 'key_ended']);
      expect(said(await rotate(id, 0))).toEqual([409, 'api_user_ended']);
      expect(said(await asAda(`PUT /api/api-users/${id}`, { body: fields({ name: 'bridge' }) }))).toEqual([200, 'done']);
      expect(said(await withKey(key))).toEqual([200, 'done']);
      expect((await stateOf(id)).name).toBe('bridge');
    });

    test('does nothing for people: their account, the password, rights of others, cookies and sockets', async () => {
      const { key } = await create();
      for (const request of ['GET /api/user', 'GET /api/auth', 'POST /api/user/sign-ins/1'])
        expect([request, (await withKey(key, request)).status >= 400]).toEqual([request, true]);
      expect(said(await withKey(key, 'GET /api/user'))).toEqual([403, 'not_for_keys']);
      expect(said(await withKey(key, 'POST /api/api-users', { body: { uuid: newUuid(), ...fields() } }))).toEqual([403, 'not_for_keys']);
      expect(said(await withKey(key, 'GET /api/api-users'))).toEqual([403, 'not_for_keys']);
      expect(said(await withKey(key, undefined, { host: SOUTH }))).toEqual([403, 'not_a_member']);
    });

    test('uploads, and the token of its upload ends with it', async () => {
      const { id, key } = await create();
      const session = newUuid();
      const prepared = await withKey(key, 'POST /api/c-upload', { body: { action: 'prepare', id: session, started: 1 } });
      expect(prepared.status).toBe(200);
      const status = (token: string) => withKey(token, `GET /services/c-upload/status/${session}`);
      expect((await status(key)).status).toBe(200);
      expect((await status(prepared.body.upload_token)).status).toBe(200);
      await asAda(`DELETE /api/api-users/${id}`);
      expect(said(await status(prepared.body.upload_token))).toEqual([401, 'upload_token_ended']);
      expect(said(await status(key))).toEqual([401, 'key_ended']);
    });
  });

  describe('rotates', () => {
    test('to a new key while the old one goes on for the overlap [PCALL-210]', async () => {
      const { id, key } = await create();
      const { body } = await rotate(id, 48);
      server.clock.now += 48 * HOUR_MS - 1;
      expect([await withKey(key), await withKey(body.key)].map(said)).toEqual([
        [200, 'done'],
        [200, 'done'],
      ]);
      // Says that the change is not made everywhere yet.
      expect((await stateOf(id)).keys).toMatchObject([
        { ends_at: null, last_used_at: '2026-11-22 11:59:59' },
        { ends_at: '2026-11-22 12:00:00', last_used_at: '2026-11-22 11:59:59' },
      ]);
      server.clock.now += 1;
      expect([await withKey(key), await withKey(body.key)].map(said)).toEqual([
        [401, 'key_ended'],
        [200, 'done'],
      ]);
      expect((await stateOf(id)).keys).toHaveLength(1);
    });

    test('without an overlap at once, and with three keys the oldest ends', async () => {
      const { id, key: first } = await create();
      const second = (await rotate(id, 168)).body.key;
      const third = (await rotate(id, 168)).body.key;
      expect([await withKey(first), await withKey(second), await withKey(third)].map(({ status }) => status)).toEqual([401, 200, 200]);
      const last = (await rotate(id, 0)).body.key;
      expect([await withKey(second), await withKey(third), await withKey(last)].map(({ status }) => status)).toEqual([401, 401, 200]);
    });

    test('once for a call that is sent again, and not after the key was used', async () => {
      const { id, key } = await create();
      const uuid = newUuid();
      const lost = (await rotate(id, 1, uuid)).body.key;
      const again = (await rotate(id, 1, uuid)).body.key;
      expect([await withKey(key), await withKey(lost), await withKey(again)].map(({ status }) => status)).toEqual([200, 401, 200]);
      expect(said(await rotate(id, 1, uuid))).toEqual([409, 'conflict']);
    });

    test('only for who has its permissions, because the key is given to that person', async () => {
      const { id } = await create({ permissions: ['r:datasets'] });
      expect(said(await as('ben', `POST /api/api-users/${id}/keys`, { body: { uuid: newUuid(), overlap_hours: 0 } }))).toEqual([
        403,
        'not_allowed',
      ]);
    });
  });

  describe('revokes', () => {
    test('at once and for ever, and may be sent twice', async () => {
      const { id, key } = await create();
      expect((await asAda(`DELETE /api/api-users/${id}`)).body.data.revoked_at).toBe('2026-11-20 12:00:00');
      server.clock.now += MINUTE_MS;
      expect((await asAda(`DELETE /api/api-users/${id}`)).body.data.revoked_at).toBe('2026-11-20 12:00:00');
      expect(said(await withKey(key))).toEqual([401, 'key_ended']);
      expect(said(await asAda(`PUT /api/api-users/${id}`, { body: fields() }))).toEqual([409, 'api_user_ended']);
      expect(said(await rotate(id, 0))).toEqual([409, 'api_user_ended']);
    });

    test('in another team for a platform administrator, who sees all of them', async () => {
      const made = await as('uma', 'POST /api/api-users', { host: SOUTH, body: { uuid: newUuid(), ...fields() } });
      const { id } = made.body.data;
      expect((await asAda('GET /api/api-users')).body).toEqual({ data: [], all: false });
      expect((await as('pia', 'GET /api/api-users')).body).toMatchObject({
        data: [{ id, own_team: false, team: { slug: 'south' } }],
        all: true,
      });
      for (const request of [`GET /api/api-users/${id}`, `DELETE /api/api-users/${id}`]) expect((await asAda(request)).status).toBe(404);
      expect(said(await as('pia', `PUT /api/api-users/${id}`, { body: fields({ permissions: ['r:studies'] }) }))).toEqual([
        404,
        'not_found',
      ]);
      expect(said(await as('pia', `DELETE /api/api-users/${id}`))).toEqual([200, 'done']);
      expect(said(await withKey(made.body.key, undefined, { host: SOUTH }))).toEqual([401, 'key_ended']);
    });

    test('and leaves a revoked one in the list for 90 days', async () => {
      const { id } = await create();
      await asAda(`DELETE /api/api-users/${id}`);
      server.clock.now += 89 * 24 * HOUR_MS;
      const later = async () => (await as('ada', 'GET /api/api-users')).body.data.length;
      expect(await later()).toBe(1);
      server.clock.now += 2 * 24 * HOUR_MS;
      expect(await later()).toBe(0);
      expect((await as('ada', `GET /api/api-users/${id}`)).body.data.id).toBe(id);
    });
  });

  test('an API user is nobody: not among users and members, and nobody signs in as one', async () => {
    const { id } = await create();
    const { user_id: userId } = await server.db.read
      .selectFrom('api_user')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { email } = await server.db.read.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
    expect((await as('pia', 'POST /api/users/search', { body: {} })).text).not.toContain('pacs-bridge');
    expect((await asAda('GET /api/user')).text).not.toContain('pacs-bridge');
    expect((await server.ask('POST /api/login', { body: { email, password: TEST_PASSWORD } })).body.code).toBe('wrong_credentials');
    expect((await as('pia', `PUT /api/users/${userId}/platform`)).status).toBe(404);
  });

  test('what a key does stands in the audit trail under the name of its API user', async () => {
    const { key } = await create();
    await withKey(key, 'POST /api/c-upload', { body: { action: 'prepare', id: newUuid(), started: 1 } });
    const records = await server.db.read.selectFrom('audit_record').select(['user_id', 'call']).execute();
    const { user_id: userId } = await server.db.read.selectFrom('api_user').select('user_id').executeTakeFirstOrThrow();
    expect(records.filter((record) => record.user_id === userId).map(({ call }) => call)).toContain('prepareUpload');
  });
});
