import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { openTestServer, TEST_PASSWORD } from '#server/test-server.ts';
import type { AnyJson, TestServer } from '#server/test-server.ts';

const ADA = 'ada@example.org';
const NEW_PASSWORD = 'another long password';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(TEST_ENGINES)("the user's own account on %s", (engine) => {
  let server: TestServer;
  let north: number;
  let ada: string;
  beforeEach(async () => {
    server = await openTestServer(engine);
    north = await server.addTeam('north');
    await server.addUser(ADA, { [north]: ROLE.member });
    await server.addUser('uma@example.org', { [north]: ROLE.teamAdministrator });
    ada = (await server.signIn(ADA)).token;
    server.told.length = 0;
  });
  afterEach(() => server.close());

  const asAda = (request: string, body?: object) => server.ask(request, { token: ada, ...(body === undefined ? {} : { body }) });
  const login = (email: string, password: string, more = {}) => server.ask('POST /api/login', { body: { email, password }, ...more });
  const change = (current: string, password = NEW_PASSWORD, again = password) =>
    asAda('PUT /api/user/password', { current, password, password_confirmation: again });

  test('has a name and a colour', async () => {
    const answer = await asAda('PUT /api/user', { name: ' Ada Lovelace ', color: '#336699' });
    expect([answer.status, answer.body.name, answer.body.data]).toEqual([200, 'Ada Lovelace', { color: '#336699' }]);
    expect((await asAda('GET /api/user')).body.name).toBe('Ada Lovelace');
  });

  describe('the password', () => {
    test('is changed with the current one; other sign-ins end, this one stays', async () => {
      const other = (await server.signIn(ADA)).token;
      expect((await change(TEST_PASSWORD)).status).toBe(204);
      expect((await asAda('GET /api/user')).status).toBe(200);
      expect((await server.ask('GET /api/user', { token: other })).status).toBe(401);
      expect(server.told).toHaveLength(1);
      expect((await login(ADA, TEST_PASSWORD)).status).toBe(422);
      expect((await login(ADA, NEW_PASSWORD)).status).toBe(200);
    });

    test('is not changed with a wrong one, and guesses are slowed down', async () => {
      for (let guess = 0; guess < 5; guess += 1) {
        const { status, body } = await change(`guess ${guess}`);
        expect([status, body.errors]).toEqual([422, { current: ['The password is wrong.'] }]);
      }
      expect((await change(TEST_PASSWORD)).status).toBe(429);
      // The owner gets in elsewhere.
      expect((await login(ADA, TEST_PASSWORD)).status).toBe(200);
    });

    test('is required twice', async () => {
      expect((await change(TEST_PASSWORD, NEW_PASSWORD, 'something else')).body.errors).toHaveProperty('password_confirmation');
    });
  });

  describe('on a locked screen', () => {
    const unlock = (password: string, token = ada) => server.ask('POST /api/user/unlock', { token, body: { password } });

    test('the right password and a wrong one get different answers', async () => {
      expect((await unlock(TEST_PASSWORD)).status).toBe(204);
      const { status, body } = await unlock('wrong');
      expect([status, body.errors]).toEqual([422, { password: ['The password is wrong.'] }]);
    });

    test('guesses are slowed down, but not for other users', async () => {
      const other = (await server.signIn(ADA)).token;
      for (let guess = 0; guess < 5; guess += 1) expect((await unlock(`guess ${guess}`)).status).toBe(422);
      const paused = await unlock(TEST_PASSWORD);
      expect([paused.status, paused.headers['retry-after']]).toEqual([429, '1']);
      expect((await unlock(TEST_PASSWORD, other)).status).toBe(204);
      server.clock.now += 1_000;
      expect((await unlock(TEST_PASSWORD)).status).toBe(204);
    });
  });

  describe('the sign-ins', () => {
    const list = async (): Promise<AnyJson[]> => (await asAda('GET /api/user/sign-ins')).body.data;

    test('are listed with device and last use, the current one marked', async () => {
      await login(ADA, TEST_PASSWORD, { headers: { 'user-agent': FIREFOX } });
      server.clock.now += 10 * 60_000;
      await asAda('GET /api/user');
      expect(await list()).toMatchObject([
        { device: '', created_at: '2026-11-20 12:00:00', last_used_at: '2026-11-20 12:10:00', current: true },
        { device: 'Firefox on Windows', last_used_at: '2026-11-20 12:00:00', current: false },
      ]);
    });

    test('are ended one by one, and ending one twice is harmless', async () => {
      const other = (await server.signIn(ADA)).token;
      const { id } = (await list()).find((one) => !one.current);
      expect((await asAda(`DELETE /api/user/sign-ins/${id}`)).status).toBe(204);
      expect((await asAda(`DELETE /api/user/sign-ins/${id}`)).status).toBe(204);
      expect((await server.ask('GET /api/user', { token: other })).status).toBe(401);
      expect(await list()).toHaveLength(1);
    });

    test('of other users are not found', async () => {
      await server.signIn('uma@example.org');
      const uma = await server.db.read.selectFrom('sign_in').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
      const answers = [await asAda(`DELETE /api/user/sign-ins/${uma.id}`), await asAda('DELETE /api/user/sign-ins/999999')];
      expect(answers.map(({ body }) => body.code)).toEqual(['not_found', 'not_found']);
    });
  });

  describe('a team', () => {
    test('can be left, which ends the permissions', async () => {
      await asAda('POST /api/teams/preferred', { slug: 'north' });
      expect((await asAda('DELETE /api/user/teams/north')).status).toBe(204);
      expect((await asAda('GET /api/user')).body.teams).toEqual([]);
      expect((await server.ask('GET /api/structures/categories', { token: ada, team: 'north' })).status).toBe(403);
      expect((await asAda('DELETE /api/user/teams/north')).status).toBe(204);
    });

    test('keeps its last administrator', async () => {
      const uma = (await server.signIn('uma@example.org')).token;
      expect((await server.ask('DELETE /api/user/teams/north', { token: uma })).body.code).toBe('last_administrator');
    });

    test('that the user is not in, or that does not exist, gets the same answer', async () => {
      await server.addTeam('south');
      const answers = [await asAda('DELETE /api/user/teams/south'), await asAda('DELETE /api/user/teams/nowhere')];
      expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    });
  });

  describe('closing the account', () => {
    const close = (token: string, password = TEST_PASSWORD) => server.ask('POST /api/user/close', { token, body: { password } });

    test('with the password ends all access and frees the address', async () => {
      const other = (await server.signIn(ADA)).token;
      expect((await close(ada, 'wrong')).body.errors).toHaveProperty('password');
      expect((await close(ada)).status).toBe(204);
      for (const token of [ada, other]) expect((await server.ask('GET /api/user', { token })).status).toBe(401);
      expect((await login(ADA, TEST_PASSWORD)).status).toBe(422);
      const members = await server.db.read.selectFrom('membership').select('user_id').execute();
      expect(members).toHaveLength(1);
      await server.addUser(ADA);
      expect((await login(ADA, TEST_PASSWORD)).status).toBe(200);
    });

    test('is refused to the last administrator of any team, and changes nothing', async () => {
      const south = await server.addTeam('south');
      const both = await server.addUser('both@example.org', { [north]: ROLE.member, [south]: ROLE.teamAdministrator });
      const { token } = await server.signIn('both@example.org');
      expect((await close(token)).body.code).toBe('last_administrator');
      const teams = await server.db.read.selectFrom('membership').select('team_id').where('user_id', '=', both).execute();
      expect(teams).toHaveLength(2);
    });

    test('is refused to the last platform administrator', async () => {
      await server.addUser('root@example.org', {}, { platformAdmin: true });
      const { token } = await server.signIn('root@example.org');
      expect((await close(token)).body.code).toBe('last_platform_administrator');
      await server.addUser('second@example.org', {}, { platformAdmin: true });
      expect((await close(token)).status).toBe(204);
    });
  });
});
