import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { openTestServer, TEST_PASSWORD } from '#server/test-server.ts';
import type { TestServer } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const ADA = 'ada@example.org';
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

describe.each(TEST_ENGINES)('a sign-in on %s', (engine) => {
  let server: TestServer;
  let ada: string;
  let bob: number;
  beforeEach(async () => {
    server = await openTestServer(engine, { settings: { signInLastsMs: 30 * 24 * HOUR_MS, signInIdleMs: 8 * HOUR_MS } });
    const north = await server.addTeam('north');
    await server.addUser(ADA, { [north]: ROLE.teamAdministrator });
    bob = await server.addUser('bob@example.org', { [north]: ROLE.member });
    ada = (await server.signIn(ADA, NORTH)).token;
  });
  afterEach(() => server.close());

  const status = async (token = ada) => (await server.ask('GET /api/changes?since=0', { token, host: NORTH })).status;

  describe('that is not used', () => {
    test('expires after its hours, long before its days', async () => {
      server.clock.now += 8 * HOUR_MS - 1;
      expect(await status()).toBe(200);
      server.clock.now += 8 * HOUR_MS;
      expect(await status()).toBe(401);
    });

    test('is kept alive by any call', async () => {
      for (let hour = 0; hour < 20; hour += 1) {
        server.clock.now += HOUR_MS;
        expect(await status()).toBe(200);
      }
      server.clock.now += 8 * HOUR_MS;
      expect(await status()).toBe(401);
    });

    test('expires for its cookie as well, and is not listed', async () => {
      const { cookie } = await server.signIn(ADA);
      server.clock.now += 8 * HOUR_MS;
      const exchange = { cookie, host: NORTH, origin: 'http://north.app.localhost:8080' };
      expect((await server.ask('POST /api/annotator/auth/signed', exchange)).status).toBe(401);
      const { token } = await server.signIn(ADA);
      expect((await server.ask('GET /api/user/sign-ins', { token })).body.data).toHaveLength(1);
    });

    test('from before the idle limit gets one with its next use', async () => {
      await server.db.write((tx) => tx.updateTable('sign_in').set({ idle_until: null }).execute());
      server.clock.now += 20 * HOUR_MS;
      expect(await status()).toBe(200);
      server.clock.now += 8 * HOUR_MS;
      expect(await status()).toBe(401);
    });
  });

  describe('whose password was given some time ago', () => {
    const giveRole = (roleId: number = ROLE.annotator) =>
      server.ask(`PUT /api/team/users/${bob}`, { token: ada, host: NORTH, body: { role_id: roleId } });
    const unlock = (password: string) => server.ask('POST /api/user/unlock', { token: ada, body: { password } });

    test('cannot grant a role before it is given again; then the same call succeeds', async () => {
      server.clock.now += LIMITS.recentPasswordMs - MINUTE_MS;
      expect((await giveRole()).status).toBe(200);
      server.clock.now += MINUTE_MS;
      const refused = await giveRole(ROLE.reviewer);
      expect([refused.status, refused.body.code]).toEqual([403, 'password_needed']);
      expect((await unlock('not the password')).status).toBe(422);
      expect((await giveRole(ROLE.reviewer)).body.code).toBe('password_needed');
      expect((await unlock(TEST_PASSWORD)).status).toBe(204);
      expect((await giveRole(ROLE.reviewer)).status).toBe(200);
    });

    test('must give it itself: giving it in another browser has no effect here', async () => {
      server.clock.now += LIMITS.recentPasswordMs;
      await server.signIn(ADA, NORTH);
      expect((await giveRole()).body.code).toBe('password_needed');
    });

    test('is first told what it may not do at all', async () => {
      const { token } = await server.signIn('bob@example.org', NORTH);
      server.clock.now += LIMITS.recentPasswordMs;
      const { body } = await server.ask(`PUT /api/team/users/${bob}`, { token, host: NORTH, body: { role_id: ROLE.reviewer } });
      expect(body.code).toBe('not_allowed');
    });
  });

  test('for a hundred and fifty users at the same time, behind one address, succeeds', async () => {
    const people = Array.from({ length: 150 }, (_, at) => `person-${at}@example.org`);
    const { password_hash } = await server.db.read
      .selectFrom('user')
      .select('password_hash')
      .where('email', '=', ADA)
      .executeTakeFirstOrThrow();
    const row = { color: '#336699', password_hash, email_verified_at: 1, platform_admin: 0, permission_version: 1, created_at: 1 } as const;
    await server.db.write((tx) =>
      tx
        .insertInto('user')
        .values(people.map((email) => ({ ...row, email, name: email, preferred_team_id: null, disabled_at: null })))
        .execute(),
    );
    const answers = await Promise.all(people.map((email) => server.ask('POST /api/login', { body: { email, password: TEST_PASSWORD } })));
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
  });
});
