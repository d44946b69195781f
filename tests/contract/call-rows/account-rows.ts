import { expect } from 'vitest';
import { cookieOf, TEST_PASSWORD, type AnyJson } from '#server/test-server.ts';
import { NORTH, NORTH_ORIGIN, type ContractServer } from '#tests/contract/contract-server.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const login = (server: ContractServer, email: string, password = TEST_PASSWORD) =>
  server.ask('POST /api/login', { host: NORTH, body: { email, password } });
const exchange = (server: ContractServer, given: { cookie?: string; origin?: string }) =>
  server.ask('POST /api/annotator/auth/signed/', { host: NORTH, ...given });

/** Sign-in, sign-out, who is signed in. */
export const ACCOUNT_ROWS = {
  login: [
    [
      'answers a bearer and sets the cookie of the base domain [AUTH-04]',
      ({ server }) => login(server, 'ada@example.org'),
      200,
      (answer) => {
        expect(answer.body).toEqual({ token: expect.any(String), expires_at: expect.stringMatching(WIRE_DATE) });
        expect(cookieOf(answer)?.attributes).toEqual(
          expect.arrayContaining(['Domain=app.localhost', 'HttpOnly', 'Path=/', 'SameSite=Lax']),
        );
      },
    ],
    ['refuses a wrong password', ({ server }) => login(server, 'ada@example.org', 'wrong'), 'wrong_credentials'],
    ['refuses an unknown e-mail in the same words', ({ server }) => login(server, 'nobody@example.org'), 'wrong_credentials'],
    [
      'refuses what is no e-mail and password',
      ({ server }) => server.ask('POST /api/login', { body: { email: 'ada@example.org' } }),
      'invalid',
    ],
    [
      'asks for patience after repeated failures',
      async ({ server }) => {
        for (let tries = 0; tries < 5; tries += 1) await login(server, 'guessed@example.org', 'wrong');
        return login(server, 'guessed@example.org', 'wrong');
      },
      'too_many',
      (answer) => expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0),
    ],
  ],
  logout: [
    [
      'answers nothing, and clears the cookie',
      async ({ server }) => server.ask('POST /api/logout', { token: (await server.signIn('ada@example.org')).token }),
      204,
      (answer) => {
        expect(answer.text).toBe('');
        expect(cookieOf(answer)?.value).toBe('');
      },
    ],
    [
      'ends the token',
      async ({ server }) => {
        const { token } = await server.signIn('ada@example.org', NORTH);
        await server.ask('POST /api/logout', { host: NORTH, token });
        return server.ask('GET /api/user', { host: NORTH, token });
      },
      'signed_out',
    ],
    [
      'ends the cookie, and so every other host',
      async ({ server }) => {
        const { token, cookie } = await server.signIn('ada@example.org');
        await server.ask('POST /api/logout', { token });
        return exchange(server, { cookie, origin: NORTH_ORIGIN });
      },
      'signed_out',
    ],
    ['is for who is signed in', ({ server }) => server.ask('POST /api/logout'), 'signed_out'],
  ],
  user: [
    [
      'answers the person with teams, invitations and scope [ENT-02]',
      ({ server }) => server.asAda('GET /api/user'),
      200,
      ({ body }, { server }) => {
        expect(body).toMatchObject({ id: server.ada.userId, name: 'ada', email: 'ada@example.org', invitations: [] });
        expect(body.data.color).toMatch(/^#[0-9a-f]{6}$/i);
        expect(body.email_verified_at).toMatch(WIRE_DATE);
        expect(body.teams.map((team: AnyJson) => team.slug)).toEqual(['north']);
        expect(body.scope).toContain('r:upload-v2');
      },
    ],
    [
      'holds no permission where no team is',
      ({ server }) => server.asAda('GET /api/user', { host: 'app.localhost:8080' }),
      200,
      ({ body }) => expect(body.scope).toEqual([]),
    ],
    ['signs out who has no token', ({ server }) => server.ask('GET /api/user'), 'signed_out'],
    ['signs out who has a token that nobody gave', ({ server }) => server.asAda('GET /api/user', { token: 'made-up' }), 'signed_out'],
  ],
  signedAuth: [
    [
      'exchanges the cookie for a token of the host',
      ({ server }) => exchange(server, { cookie: server.ada.cookie, origin: NORTH_ORIGIN }),
      200,
      ({ body }, { server }) => {
        expect(body).toEqual({
          token: expect.any(String),
          id: server.ada.userId,
          user_permission: expect.arrayContaining(['r:studies']),
          permission_version: expect.any(Number),
        });
      },
    ],
    [
      'gives a token that opens the host',
      async ({ server }) => {
        const { body } = await exchange(server, { cookie: server.ada.cookie, origin: NORTH_ORIGIN });
        return server.asAda('GET /api/structures/categories', { token: body.token });
      },
      200,
    ],
    [
      'takes the version that the client has [PERM-10]',
      ({ server }) =>
        server.ask('POST /api/annotator/auth/signed/?permission_version=1', {
          host: NORTH,
          cookie: server.ada.cookie,
          origin: NORTH_ORIGIN,
        }),
      200,
    ],
    ['refuses who has no cookie', ({ server }) => exchange(server, { origin: NORTH_ORIGIN }), 'signed_out'],
    [
      'refuses a page of another site',
      ({ server }) => exchange(server, { cookie: server.ada.cookie, origin: 'http://evil.example' }),
      'foreign_origin',
    ],
    ['refuses who does not say where it comes from', ({ server }) => exchange(server, { cookie: server.ada.cookie }), 'foreign_origin'],
  ],
} satisfies Rows;
