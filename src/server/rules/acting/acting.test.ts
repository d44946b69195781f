import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { listRecords } from '#server/audit/read.ts';
import { verifyTrail } from '#server/audit/verify.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { uploadRoutes } from '#server/routes/uploads.ts';
import { cookieOf, openTestServer, TEST_PASSWORD } from '#server/test-server.ts';
import type { Answered, Asked, TestServer } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.each(TEST_ENGINES)('acting as another person on %s', (engine) => {
  let server: TestServer;
  let ids: Record<'ada' | 'pia' | 'quinn', number>;
  let pia: { token: string; cookie: string };

  /** Pia and Quinn run the server; Ada works in north. */
  beforeEach(async () => {
    server = await openTestServer(engine, { handlers: uploadRoutes });
    const north = await server.addTeam('north');
    await server.addTeam('south');
    await server.db.write((tx) => tx.insertInto('role').values({ id: 90, name: 'Administration', invitable: 0 }).execute());
    await server.db.write((tx) => tx.insertInto('role_permission').values({ role_id: 90, permission: 'admin' }).execute());
    ids = {
      ada: await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator }),
      pia: await server.addUser('pia@example.org', { [north]: 90 }, { platformAdmin: true }),
      quinn: await server.addUser('quinn@example.org', { [north]: 90 }, { platformAdmin: true }),
    };
    pia = await server.signIn('pia@example.org', NORTH);
  });
  afterEach(() => server.close());

  const ask = (request: string, asked: Asked = {}) => server.ask(request, { host: NORTH, ...asked });
  const said = ({ status, body }: Answered) => [status, body?.code ?? 'done'];
  const actAs = (userId: number = ids.ada, token = pia.token, reason = 'Her list stays empty') =>
    ask('POST /api/user-switch', { token, body: { user_id: userId, reason } });
  const start = async () => {
    const answer = await actAs();
    expect(answer.status).toBe(200);
    return { token: answer.body.token as string, cookie: cookieOf(answer)!.value };
  };
  const person = async (token: string, host = NORTH) => (await ask('GET /api/user', { token, host })).body;
  const exchange = (cookie: string, host = NORTH) => ask('POST /api/annotator/auth/signed', { cookie, host, origin: `http://${host}` });

  test('is for platform administrators with a reason and a recent password, never as one of them [PCALL-29, ROUTE-036]', async () => {
    const north = (await server.db.read.selectFrom('team').select('id').where('slug', '=', 'north').executeTakeFirstOrThrow()).id;
    await server.addUser('bo@example.org', { [north]: 90 });
    const bo = (await server.signIn('bo@example.org', NORTH)).token;
    const ada = (await server.signIn('ada@example.org', NORTH)).token;
    expect(said(await actAs(ids.ada, bo))).toEqual([403, 'not_allowed']);
    expect(said(await actAs(ids.pia, ada))).toEqual([403, 'not_allowed']);
    expect(said(await actAs(ids.quinn))).toEqual([403, 'act_as_administrator']);
    expect(said(await actAs(ids.pia))).toEqual([403, 'act_as_administrator']);
    expect(said(await actAs(999_999))).toEqual([404, 'not_found']);
    expect(said(await actAs(ids.ada, pia.token, '  '))).toEqual([422, 'invalid']);
    await server.disable(ids.ada);
    expect(said(await actAs())).toEqual([403, 'account_blocked']);
    server.clock.now += HOUR_MS;
    expect(said(await actAs())).toEqual([403, 'password_needed']);
  });

  test('has the rights of that person, on every host, and says so in the user', async () => {
    const { token, cookie } = await start();
    const acting = { by: 'pia', reason: 'Her list stays empty' };
    expect(await person(token)).toMatchObject({ id: ids.ada, acting });
    const { body } = await exchange(cookie, SOUTH);
    expect(body.id).toBe(ids.ada);
    expect((await person((await exchange(cookie)).body.token)).acting.by).toBe(acting.by);
    expect(said(await ask('GET /api/admin/state', { token }))).toEqual([403, 'not_allowed']);
    expect((await person((await server.signIn('ada@example.org', NORTH)).token)).acting).toBeUndefined();
  });

  test('has nothing that asks for the password or is of the account itself', async () => {
    const { token } = await start();
    const refused = async (request: string, body?: object) => said(await ask(request, { token, ...(body && { body }) }));
    expect(await refused(`PUT /api/team/users/${ids.ada}`, { role_id: ROLE.member })).toEqual([403, 'acting']);
    expect(await refused('PUT /api/user', { name: 'Another', color: '#112233' })).toEqual([403, 'acting']);
    expect(await refused('DELETE /api/user/teams/north')).toEqual([403, 'acting']);
    expect(await refused('POST /api/user/close', { password: TEST_PASSWORD })).toEqual([403, 'acting']);
    const unlock = (password: string) => ask('POST /api/user/unlock', { token, body: { password } });
    // All accounts of these tests have one password: this one is Ada's alone.
    await server.db.write((tx) => tx.updateTable('user').set({ password_hash: 'none' }).where('id', '=', ids.ada).execute());
    expect((await unlock(TEST_PASSWORD)).status).toBe(204);
    expect(await refused(`PUT /api/team/users/${ids.ada}`, { role_id: ROLE.member })).toEqual([403, 'acting']);
  });

  test('ends by going back: the bearer is refused, and the same cookie is the administrator’s again', async () => {
    const { token, cookie } = await start();
    const back = await ask('DELETE /api/user-switch', { token });
    expect((await person(back.body.token)).id).toBe(ids.pia);
    expect(said(await ask('GET /api/user', { token }))).toEqual([401, 'signed_out']);
    expect((await exchange(cookie)).body.id).toBe(ids.pia);
    expect((await exchange(pia.cookie)).body.id).toBe(ids.pia);
    expect(said(await ask('DELETE /api/user-switch', { token: back.body.token }))).toEqual([409, 'not_acting']);
  });

  test('ends after an hour, however much it is used, and leads back', async () => {
    const { token, cookie } = await start();
    for (let minutes = 0; minutes < 55; minutes += 5) {
      server.clock.now += 5 * MINUTE_MS;
      expect((await ask('GET /api/user', { token })).status).toBe(200);
    }
    server.clock.now += 5 * MINUTE_MS;
    expect(said(await ask('GET /api/user', { token }))).toEqual([401, 'signed_out']);
    expect((await exchange(cookie)).body.id).toBe(ids.pia);
  });

  test.each([
    ['signs out', () => ask('POST /api/logout', { token: pia.token })],
    ['is no longer a platform administrator', () => change('pia', { platform_admin: 0 })],
    ['is blocked', () => change('pia', { disabled_at: 1 })],
    ['acts as one who becomes a platform administrator', () => change('ada', { platform_admin: 1 })],
  ])('ends when the administrator %s', async (_, happens) => {
    const { token } = await start();
    await happens();
    expect(said(await ask('GET /api/user', { token }))).toEqual([401, 'signed_out']);
  });
  const change = (name: 'ada' | 'pia', values: object) =>
    server.db.write((tx) => tx.updateTable('user').set(values).where('id', '=', ids[name]).execute());

  test('signing out meanwhile leaves nobody signed in on this browser', async () => {
    const { token, cookie } = await start();
    await ask('POST /api/logout', { token });
    expect(said(await exchange(cookie))).toEqual([401, 'signed_out']);
    expect(said(await ask('GET /api/user', { token: pia.token }))).toEqual([401, 'signed_out']);
  });

  test('a second one ends the first, so a call that is sent twice leaves one', async () => {
    const first = await start();
    const second = await start();
    expect(said(await ask('GET /api/user', { token: first.token }))).toEqual([401, 'signed_out']);
    expect((await person(second.token)).id).toBe(ids.ada);
  });

  test('stands in the audit trail under both names, in a chain that verifies, and is found by either', async () => {
    const { token } = await start();
    await ask('GET /api/teams/north', { token });
    for (const userId of [ids.ada, ids.pia]) {
      const { data } = await listRecords(server.db.read, { userId, call: 'team' });
      expect(data).toMatchObject([{ user: { id: ids.ada }, acted_by: { id: ids.pia, name: 'pia' } }]);
    }
    expect((await verifyTrail(server.db.read, { after: 0 })).broken).toBeNull();
    const { data } = await listRecords(server.db.read, { call: 'actAs' });
    expect(data).toMatchObject([{ user: { id: ids.pia }, subject: String(ids.ada), kind: 'sign-in', result: 'done' }]);
    expect(data[0]).not.toHaveProperty('acted_by');
  });

  test('what is sent or fetched with a token that was made meanwhile stands under both names, and ends with it', async () => {
    const { token } = await start();
    const session = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c01';
    const prepared = await ask('POST /api/c-upload', { token, body: { action: 'prepare', id: session, started: server.clock.now } });
    const uploadToken: string = prepared.body.upload_token;
    const send = () => ask(`GET /api/c-upload/status/${session}`, { token: uploadToken });
    expect((await send()).status).toBe(200);
    const { data } = await listRecords(server.db.read, { call: 'uploadStatus' });
    expect(data).toMatchObject([{ user: { id: ids.ada }, acted_by: { id: ids.pia } }]);
    server.clock.now += HOUR_MS;
    expect(said(await send())).toEqual([401, 'upload_token_ended']);
  });

  test('is listed with its reason for administrators, and for the person [PCALL-222, PCALL-223]', async () => {
    const { token } = await start();
    const one = {
      administrator: { id: ids.pia, name: 'pia' },
      person: { id: ids.ada, name: 'ada' },
      reason: 'Her list stays empty',
      ended_at: null,
    };
    expect((await ask('GET /api/user-switch', { token: pia.token })).body).toMatchObject({ data: [one] });
    const { token: own } = await server.signIn('ada@example.org', NORTH);
    expect((await ask('GET /api/user/acted-as', { token: own })).body.data).toMatchObject([one]);
    expect((await ask('GET /api/user/acted-as', { token: pia.token })).body.data).toEqual([]);
    await ask('DELETE /api/user-switch', { token });
    expect((await ask('GET /api/user/acted-as', { token: own })).body.data[0].ended_at).toMatch(/^2026/);
    server.clock.now += 181 * 24 * HOUR_MS;
    const { token: later } = await server.signIn('ada@example.org', NORTH);
    expect((await ask('GET /api/user/acted-as', { token: later })).body.data).toEqual([]);
  });
});
