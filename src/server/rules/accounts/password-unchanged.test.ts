import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { openTestServer, TEST_PASSWORD } from '#server/test-server.ts';
import type { TestServer } from '#server/test-server.ts';

const ADA = 'ada@example.org';
const NEW_PASSWORD = 'another long password';

describe.each(TEST_ENGINES)('a password that is replaced while its hash is being checked, on %s', (engine) => {
  let server: TestServer;
  let ada: string;
  let adaId: number;
  /** Done once, when the next password was found right and before that counts. */
  let meanwhile: (() => Promise<unknown>) | null = null;
  beforeEach(async () => {
    server = await openTestServer(engine, {
      passwordsOf: (plain) => ({
        ...plain,
        async isRight(...given) {
          const isRight = await plain.isRight(...given);
          const first = meanwhile;
          meanwhile = null;
          await first?.();
          return isRight;
        },
      }),
    });
    const north = await server.addTeam('north');
    adaId = await server.addUser(ADA, { [north]: ROLE.member });
    ada = (await server.signIn(ADA)).token;
  });
  afterEach(() => server.close());

  const change = (token: string, password: string) =>
    server.ask('PUT /api/user/password', { token, body: { current: TEST_PASSWORD, password, password_confirmation: password } });
  const login = (password: string) => server.ask('POST /api/login', { body: { email: ADA, password } });
  const alive = async () =>
    (await server.db.read.selectFrom('sign_in').select('id').where('user_id', '=', adaId).where('revoked_at', 'is', null).execute()).length;

  test('does not sign in', async () => {
    meanwhile = () => change(ada, NEW_PASSWORD);
    expect((await login(TEST_PASSWORD)).status).toBe(422);
    expect(await alive()).toBe(1);
  });

  test('does not set a new password', async () => {
    const thief = (await server.signIn(ADA)).token;
    meanwhile = () => change(ada, NEW_PASSWORD);
    expect((await change(thief, 'what a thief would like')).status).toBe(422);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  test('does not close the account', async () => {
    const thief = (await server.signIn(ADA)).token;
    meanwhile = () => change(ada, NEW_PASSWORD);
    expect((await server.ask('POST /api/user/close', { token: thief, body: { password: TEST_PASSWORD } })).status).toBe(422);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  test('does not sign in to an account that is blocked meanwhile', async () => {
    meanwhile = () => server.db.write((tx) => tx.updateTable('user').set({ disabled_at: 1 }).where('id', '=', adaId).execute());
    expect((await login(TEST_PASSWORD)).status).toBe(422);
    expect(await alive()).toBe(1);
  });
});
