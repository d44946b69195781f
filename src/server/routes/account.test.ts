import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { cookieOf, openTestServer, TEST_PASSWORD } from '#server/test-server.ts';
import type { Answered, TestServer, TestServerOptions } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';
const ORIGIN = `http://${NORTH}`;

describe.each(TEST_ENGINES)('accounts on %s', (engine) => {
  let server: TestServer;
  const open = async (options?: TestServerOptions) => {
    await server?.close();
    server = await openTestServer(engine, options);
  };
  beforeEach(() => openTestServer(engine).then((opened) => void (server = opened)));
  afterEach(() => server.close());

  const login = (email: string, password: string, more: { ip?: string; host?: string; headers?: Record<string, string> } = {}) =>
    server.ask('POST /api/login', { ...more, body: { email, password } });

  describe('sign-in', () => {
    beforeEach(async () => {
      const team = await server.addTeam('north');
      await server.addUser('ada@example.org', { [team]: 1 });
    });

    test('returns a token for this host and sets the cookie of the base domain [ENT-18, ENT-20, AUTH-07]', async () => {
      const answer = await login('Ada@Example.org ', TEST_PASSWORD);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), expires_at: '2026-12-20 12:00:00' });
      expect(cookieOf(answer)).toEqual({
        value: expect.stringMatching(/^[\w-]{43}$/),
        attributes: ['Domain=app.localhost', 'HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'],
      });
      expect((await server.ask('GET /api/user', { token: answer.body.token })).body.email).toBe('ada@example.org');
    });

    test('stores only hashes of the token and the cookie in the database', async () => {
      const { token, cookie } = await server.signIn('ada@example.org');
      const rows = JSON.stringify([
        await server.db.read.selectFrom('bearer').selectAll().execute(),
        await server.db.read.selectFrom('sign_in').selectAll().execute(),
      ]);
      expect(rows).not.toContain(token);
      expect(rows).not.toContain(cookie);
    });

    test('under an IP address sets a cookie for that host only', async () => {
      const cookie = cookieOf(await login('ada@example.org', TEST_PASSWORD, { host: '192.168.1.7:8080' }));
      expect(cookie?.attributes.some((attribute) => attribute.startsWith('Domain'))).toBe(false);
    });

    test('answers a wrong password, an unknown account and a blocked one alike; only the right password reveals a block', async () => {
      const userId = await server.addUser('gone@example.org');
      await server.disable(userId);
      const told = await login('gone@example.org', TEST_PASSWORD);
      expect([told.status, told.body.code, cookieOf(told)]).toEqual([403, 'account_blocked', null]);
      const answers = [
        await login('ada@example.org', 'wrong'),
        await login('nobody@example.org', TEST_PASSWORD),
        await login('gone@example.org', 'wrong'),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(422);
        expect(answer.body).toEqual({ message: 'E-mail or password is wrong', code: 'wrong_credentials' });
        expect(cookieOf(answer)).toBeNull();
      }
    });

    test('is paused after many wrong guesses from any address, with the seconds to wait', async () => {
      for (let guess = 0; guess < 5; guess += 1)
        expect((await login('ada@example.org', `guess ${guess}`, { ip: `10.6.6.${guess}` })).status).toBe(422);
      const paused = await login('ada@example.org', TEST_PASSWORD, { ip: '10.6.6.6' });
      expect([paused.status, paused.body.code, paused.headers['retry-after']]).toEqual([429, 'too_many', '1']);
      server.clock.now += 1_000;
      expect((await login('ada@example.org', TEST_PASSWORD, { ip: '10.6.6.6' })).status).toBe(200);
    });

    test('is paused the same way for an unknown account', async () => {
      const asked = async (email: string) => {
        const answers = [];
        for (let guess = 0; guess < 8; guess += 1) {
          const { status, text, headers } = await login(email, `guess ${guess}`);
          answers.push([status, text, headers['retry-after'], headers['set-cookie']]);
          server.clock.now += 700;
        }
        return answers;
      };
      const first = await asked('ada@example.org');
      expect(first.map(([status]) => status)).toEqual([422, 422, 422, 422, 422, 429, 422, 429]);
      expect(await asked('nobody@example.org')).toEqual(first);
    });

    describe('during endless guesses by strangers', () => {
      const deviceOf = async (more = {}) =>
        cookieOf(
          await server.ask('POST /api/login', { ...more, body: { email: 'ada@example.org', password: TEST_PASSWORD } }),
          'mt_auth.device',
        );
      const attack = async () => {
        for (let guess = 0; guess < 20; guess += 1) {
          await login('ada@example.org', `guess ${guess}`, { ip: `10.6.${guess}.6` });
          server.clock.now += 1_000;
        }
      };

      test('the owner can sign in from a known browser, also after a sign-out', async () => {
        const device = await deviceOf();
        expect(device).toEqual({
          value: expect.stringMatching(/^[\w-]{43}$/),
          attributes: ['Domain=app.localhost', 'HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax'],
        });
        const { token } = await server.signIn('ada@example.org');
        await server.ask('POST /api/logout', { token });
        await attack();
        const body = { email: 'ada@example.org', password: TEST_PASSWORD };
        expect((await server.ask('POST /api/login', { body })).status).toBe(429);
        expect((await server.ask('POST /api/login', { body, deviceCookie: device?.value ?? '' })).status).toBe(200);
      });

      test('a browser known to someone else counts as unknown', async () => {
        await server.addUser('eve@example.org');
        const eve = await server.ask('POST /api/login', { body: { email: 'eve@example.org', password: TEST_PASSWORD } });
        await attack();
        const answer = await server.ask('POST /api/login', {
          body: { email: 'ada@example.org', password: TEST_PASSWORD },
          deviceCookie: cookieOf(eve, 'mt_auth.device')?.value ?? '',
        });
        expect(answer.status).toBe(429);
      });

      test('a cookie value planted before the sign-in does not become known', async () => {
        const planted = 'p'.repeat(43);
        const device = await deviceOf({ deviceCookie: planted });
        expect(device?.value).not.toBe(planted);
        await attack();
        const answer = await server.ask('POST /api/login', {
          body: { email: 'ada@example.org', password: TEST_PASSWORD },
          deviceCookie: planted,
        });
        expect(answer.status).toBe(429);
      });

      test('several users of one workstation all stay known', async () => {
        await server.addUser('eve@example.org');
        const first = (await deviceOf())?.value ?? '';
        const eve = await server.ask('POST /api/login', {
          body: { email: 'eve@example.org', password: TEST_PASSWORD },
          deviceCookie: first,
        });
        await attack();
        const deviceCookie = cookieOf(eve, 'mt_auth.device')?.value ?? '';
        const body = { email: 'ada@example.org', password: TEST_PASSWORD };
        expect((await server.ask('POST /api/login', { body, deviceCookie })).status).toBe(200);
      });
    });

    describe('calls without a sign-in are limited', () => {
      const tries = async (count: number, ask: (call: number) => Promise<Answered>) => {
        const statuses: number[] = [];
        for (let call = 0; call < count; call += 1) statuses.push((await ask(call)).status);
        return statuses.filter((status) => status === 429).length;
      };
      /** Refused by the form, so that no hash is computed. */
      const guess = (email: string, ip: string) => server.ask('POST /api/login', { ip, body: { email, password: '' } });

      test('for an account and an address together: other users of the address are not affected', async () => {
        expect(await tries(121, () => guess('Eve@example.org', '10.8.8.8'))).toBe(1);
        const paused = await guess('eve@example.org ', '10.8.8.8');
        expect([paused.status, paused.body.code, paused.headers['retry-after']]).toEqual([429, 'too_many', expect.stringMatching(/^\d+$/)]);
        expect((await login('ada@example.org', TEST_PASSWORD, { ip: '10.8.8.8' })).status).toBe(200);
        expect((await guess('eve@example.org', '10.8.8.9')).status).toBe(422);
      });

      test('for an address alone at ten times as many, whatever accounts are tried', async () => {
        expect(await tries(1_201, (call) => guess(`nobody-${call}@example.org`, '2001:db8:1:2::1'))).toBe(1);
        expect((await guess('ada@example.org', '2001:db8:1:2:ffff::9')).status).toBe(429);
        expect((await guess('ada@example.org', '2001:db8:1:3::1')).status).toBe(422);
      });

      test('a ward that opens all its pages together is let in: each sign-in is counted separately', async () => {
        const { cookie } = await server.signIn('ada@example.org');
        const open = (value: string) =>
          server.ask('POST /api/annotator/auth/signed', { ip: '10.8.8.8', cookie: value, origin: 'http://app.localhost:8080' });
        expect(await tries(1_300, (call) => open(`somebody else's ${call}`))).toBe(0);
        expect((await open(cookie)).status).toBe(200);
        expect(await tries(121, () => open(cookie))).toBe(2);
      });
    });

    test('names wrong fields without repeating their values', async () => {
      const answer = await server.ask('POST /api/login', { body: { email: 7, password: '' } });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['email', 'password']);
      const long = await server.ask('POST /api/login', { body: { email: 'secret-'.repeat(60), password: 'x' } });
      expect(long.status).toBe(422);
      expect(long.text).not.toContain('secret-');
    });

    test('ends after its days, on every host', async () => {
      const { token, cookie } = await server.signIn('ada@example.org');
      server.clock.now += 30 * 86_400_000;
      expect((await server.ask('GET /api/user', { token })).status).toBe(401);
      expect((await server.ask('POST /api/annotator/auth/signed', { cookie, host: NORTH, origin: ORIGIN })).status).toBe(401);
    });
  });

  describe('the cookie exchange', () => {
    let cookie: string;
    let north: number;
    beforeEach(async () => {
      north = await server.addTeam('north');
      const south = await server.addTeam('south');
      await server.addUser('ada@example.org', { [north]: 1, [south]: 2 });
      ({ cookie } = await server.signIn('ada@example.org'));
    });
    const exchange = (more: object) => server.ask('POST /api/annotator/auth/signed/?permission_version=3', { cookie, ...more });

    test('gives a page of a team its own token, with the permissions in that team [ENT-21, AUTH-06]', async () => {
      const answer = await exchange({ host: NORTH, origin: ORIGIN });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        token: expect.stringMatching(/^[\w-]{43}$/),
        id: expect.any(Number),
        permission_version: 3,
        user_permission: ['r:dashboard', 'r:upload-v2', 'r:upload-history', 'r:studies'],
      });
      expect((await server.ask('GET /api/user', { host: NORTH, token: answer.body.token })).body.scope).toEqual(
        answer.body.user_permission,
      );
    });

    test('accepts an empty body with any content type', async () => {
      expect((await exchange({ host: NORTH, origin: ORIGIN, headers: { 'content-type': 'application/json' } })).status).toBe(200);
    });

    test.each([
      ['another site', 'http://evil.example'],
      ['a look-alike', 'http://evilapp.localhost:8080'],
      ['another port of this machine', 'http://north.app.localhost:9999'],
      ['a sandboxed frame', 'null'],
      ['a request without a page', undefined],
    ])('is refused to %s', async (_who, origin) => {
      const answer = await exchange({ host: NORTH, origin });
      expect([answer.status, answer.body.code]).toEqual([403, 'foreign_origin']);
    });

    test('is allowed for another host of the base domain', async () => {
      expect((await exchange({ host: NORTH, origin: 'http://app.localhost:8080' })).status).toBe(200);
    });

    test('returns a token that is not valid in another team', async () => {
      const { token } = (await exchange({ host: NORTH, origin: ORIGIN })).body;
      expect((await server.ask('GET /api/structures/categories', { token, host: NORTH })).status).toBe(200);
      expect((await server.ask('GET /api/structures/categories', { token, host: SOUTH })).status).toBe(403);
      expect((await server.ask('GET /api/structures/categories', { token, team: 'south' })).status).toBe(403);
    });

    test('keeps the ten newest tokens of a host', async () => {
      const tokens: string[] = [];
      for (let tab = 0; tab < 12; tab += 1) {
        server.clock.now += 1;
        tokens.push((await exchange({ host: NORTH, origin: ORIGIN })).body.token);
      }
      const alive = [];
      for (const token of tokens) alive.push((await server.ask('GET /api/user', { token, host: NORTH })).status);
      expect(alive).toEqual([401, 401, ...Array(10).fill(200)]);
    });

    test('sign-out ends the cookie and every token of this sign-in, closes its sockets, and does not affect other browsers', async () => {
      const here = (await exchange({ host: NORTH, origin: ORIGIN })).body.token;
      const there = (await exchange({ host: SOUTH, origin: `http://${SOUTH}` })).body.token;
      const other = await server.signIn('ada@example.org');
      const answer = await server.ask('POST /api/logout', { token: here, host: NORTH });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(cookieOf(answer)?.attributes).toContain('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
      expect((await server.ask('GET /api/user', { token: here, host: NORTH })).status).toBe(401);
      expect((await server.ask('GET /api/user', { token: there, host: SOUTH })).status).toBe(401);
      expect((await exchange({ host: NORTH, origin: ORIGIN })).status).toBe(401);
      expect(server.told).toEqual([{ to: expect.stringMatching(/^sign-in \d+$/), event: 'closed', payload: null }]);
      expect((await server.ask('GET /api/user', { token: other.token })).status).toBe(200);
    });
  });

  describe('the format of the credentials', () => {
    test('a token is accepted with and without the word Bearer, and as Token on the services only', async () => {
      const team = await server.addTeam('north');
      await server.addUser('ada@example.org', { [team]: 1 });
      const { token } = await server.signIn('ada@example.org');
      const status = async (request: string, headers: Record<string, string>) =>
        (await server.ask(request, { team: 'north', headers })).status;
      expect(await status('GET /api/user', { authorization: token })).toBe(200);
      expect(await status('GET /api/user', { authorization: `bearer ${token}` })).toBe(200);
      expect(await status('GET /api/user', { token })).toBe(401);
      const session = '00000000-0000-4000-8000-000000000000';
      expect(await status(`GET /services/c-upload/status/${session}`, { token })).toBe(501);
      expect(await status(`GET /services/c-upload/status/${session}`, {})).toBe(401);
    });
  });

  describe('the first account', () => {
    const CODE = 'ACDE-FGHJ-KMNP';
    const first = { code: CODE, name: 'Ada', email: 'Ada@Example.org', password: TEST_PASSWORD, team: { title: 'North', slug: 'north' } };
    const setUp = (body: object, ip?: string) => server.ask('POST /api/setup', { body, ...(ip === undefined ? {} : { ip }) });
    beforeEach(() => open({ setUpCode: CODE }));

    test('is created with the one-time code, verified, as platform administrator and administrator of the first team', async () => {
      expect((await server.ask('GET /api/setup')).body).toEqual({
        needed: true,
        registration: 'invitation',
        demo: false,
        base_domain: 'app.localhost',
        upload_url: 'http://upload.app.localhost:8080',
      });
      const answer = await setUp({ ...first, code: ' acde fghj kmnp ' });
      expect([answer.status, answer.body.team]).toEqual([200, 'north']);
      expect(cookieOf(answer)).not.toBeNull();
      const user = (await server.ask('GET /api/user', { token: answer.body.token, team: 'north' })).body;
      expect(user).toMatchObject({
        name: 'Ada',
        email: 'ada@example.org',
        email_verified_at: '2026-11-20 12:00:00',
        teams: [{ slug: 'north' }],
      });
      expect(user.scope).toContain('admin');
      expect((await server.ask('GET /api/setup')).body.needed).toBe(false);
    });

    test('is not created with a wrong code, and guesses are slowed down', async () => {
      for (let guess = 0; guess < 5; guess += 1) expect((await setUp({ ...first, code: `${guess}` })).body.code).toBe('wrong_code');
      expect((await setUp(first)).status).toBe(429);
      expect((await setUp(first, '10.0.0.9')).status).toBe(200);
    });

    test('is created once: later or simultaneous attempts get an error', async () => {
      const both = await Promise.all([setUp(first), setUp({ ...first, email: 'eve@example.org', team: { title: 'Eve', slug: 'eve' } })]);
      expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
      expect((await setUp(first)).body.code).toBe('setup_done');
      expect(await server.db.read.selectFrom('user').select('id').execute()).toHaveLength(1);
    });

    test('cannot use a reserved address for its team', async () => {
      const answer = await setUp({ ...first, team: { title: 'Upload', slug: 'upload' } });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['team.slug']]);
      expect((await server.ask('GET /api/setup')).body.needed).toBe(true);
    });

    test('cannot use the address of a page for its team', async () => {
      const answer = await setUp({ ...first, team: { title: 'Login', slug: 'login' } });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['team.slug']]);
    });

    test('needs a password that is not easy to guess', async () => {
      const { status, body } = await setUp({ ...first, password: 'Password2026!' });
      expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'weak_password', ['password']]);
      expect((await server.ask('GET /api/setup')).body.needed).toBe(true);
    });

    test('needs a password of ten characters', async () => {
      expect(Object.keys((await setUp({ ...first, password: 'short' })).body.errors)).toEqual(['password']);
    });
  });

  describe('registration', () => {
    const account = { name: 'Eve', email: 'eve@example.org', password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD };
    const register = (body: object) => server.ask('POST /api/register', { body });

    test('is closed unless a setting opens it', async () => {
      expect((await register(account)).body.code).toBe('registration_closed');
      expect(await server.db.read.selectFrom('user').select('id').execute()).toEqual([]);
    });

    describe('when it is open', () => {
      beforeEach(() => open({ settings: { registration: 'open' } }));

      test('refuses a password that is easy to guess, and gives the reason', async () => {
        const weak = { ...account, password: 'qwertyuiop', password_confirmation: 'qwertyuiop' };
        const { status, body } = await register(weak);
        expect([status, body.code, body.errors]).toEqual([
          422,
          'weak_password',
          { password: ['This password is on a list of common and leaked passwords.'] },
        ]);
        expect(await server.db.read.selectFrom('user').select('id').execute()).toEqual([]);
      });

      test('creates an account without a team, not verified', async () => {
        const answer = await register(account);
        const user = (await server.ask('GET /api/user', { token: answer.body.token })).body;
        expect(user).toMatchObject({ email: 'eve@example.org', teams: [], email_verified_at: null, scope: [] });
      });

      test('sent twice creates one account and signs in [PCALL-02]', async () => {
        await register(account);
        expect((await register(account)).status).toBe(200);
        expect(await server.db.read.selectFrom('user').select('id').execute()).toHaveLength(1);
      });

      test('does not take over an account with another password', async () => {
        await register(account);
        const answer = await register({ ...account, password: 'another password', password_confirmation: 'another password' });
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['email']]);
      });

      test('requires the password twice', async () => {
        expect(Object.keys((await register({ ...account, password_confirmation: 'x' })).body.errors)).toEqual(['password_confirmation']);
      });
    });
  });
});
