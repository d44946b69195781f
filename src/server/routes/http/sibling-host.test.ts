import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestServer, cookieOf, TEST_PASSWORD } from '#server/test-server.ts';
import type { TestServer } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const EVIL = 'http://evil.app.localhost:8080';

/**
 * A page on another host below the base domain, or of the same machine on another port, that is not ours. The browser lets it set cookies of the base
 * domain and sends ours along with what it asks of us; that is all it has. Ada is signed in, Eve is whoever wrote the page and has an account too.
 */
describe('a hostile sibling host', () => {
  let server: TestServer;
  let ada: { cookie: string; token: string };
  let eve: { cookie: string; token: string };
  beforeEach(async () => {
    server = await openTestServer('sqlite');
    const north = await server.addTeam('north');
    await server.addUser('ada@example.org', { [north]: 1 });
    await server.addUser('eve@example.org', { [north]: 1 });
    ada = await server.signIn('ada@example.org');
    eve = await server.signIn('eve@example.org');
  });
  afterEach(() => server.close());

  const exchange = (cookies: string, origin = `http://${NORTH}`) =>
    server.ask('POST /api/annotator/auth/signed', { host: NORTH, origin, headers: { cookie: cookies } });
  const session = (value: string) => `mt_auth.session=${value}`;
  const whoIs = async (token: string) => (await server.ask('GET /api/user', { host: NORTH, token })).body.email;

  test("try 1: a cookie of the same name with a longer path cannot replace the user's sign-in", async () => {
    for (const cookies of [`${session(eve.cookie)}; ${session(ada.cookie)}`, `${session(ada.cookie)}; ${session(eve.cookie)}`]) {
      const answer = await exchange(cookies);
      expect([answer.status, answer.body.code]).toEqual([401, 'signed_out']);
    }
    // What is no sign-in keeps nobody out.
    for (const junk of ['', 'x', 'p'.repeat(43)]) {
      const answer = await exchange(`${session(junk)}; ${session(ada.cookie)}; ${session(ada.cookie)}`);
      expect(await whoIs(answer.body.token)).toBe('ada@example.org');
    }
  });

  test('try 2: a value planted before the sign-in is not used for it', async () => {
    const planted = 'p'.repeat(43);
    const answer = await server.ask('POST /api/login', {
      headers: { cookie: session(planted) },
      body: { email: 'ada@example.org', password: TEST_PASSWORD },
    });
    expect(cookieOf(answer)?.value).not.toBe(planted);
    expect((await exchange(session(planted))).status).toBe(401);
    // One of Eve's that the browser sends along with the form neither signs Eve in nor ends with Ada in it.
    const mixed = await server.ask('POST /api/login', {
      headers: { cookie: session(eve.cookie) },
      body: { email: 'ada@example.org', password: TEST_PASSWORD },
    });
    expect(await whoIs(mixed.body.token)).toBe('ada@example.org');
    expect(await whoIs((await exchange(session(eve.cookie))).body.token)).toBe('eve@example.org');
  });

  test('try 3: hundreds of cookies that push ours out sign nobody in, and the bearer token of the page stays valid', async () => {
    const flood = Array.from({ length: 180 }, (_, index) => `junk${index}=x`).join('; ');
    expect((await exchange(flood)).status).toBe(401);
    expect(await whoIs(ada.token)).toBe('ada@example.org');
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'email=eve%40example.org&password=x'],
    ['a form of plain text', 'text/plain', JSON.stringify({ email: 'eve@example.org', password: TEST_PASSWORD })],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--'],
  ])('try 4: %s that it sends signs nobody in', async (_what, type, payload) => {
    const answer = await server.ask('POST /api/login', { host: NORTH, origin: EVIL, headers: { 'content-type': type }, payload });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(cookieOf(answer)).toBeNull();
  });

  test.each(['http://evil.app.localhost:9999', 'http://evilapp.localhost:8080', 'null', 'http://evil.example'])(
    'try 5: its requests with our cookie are refused, or cannot be read: %s',
    async (origin) => {
      const answer = await exchange(session(ada.cookie), origin);
      expect([answer.status, answer.body.code, cookieOf(answer)]).toEqual([403, 'foreign_origin', null]);
    },
  );

  test('try 5: no page may read an answer with a cookie', async () => {
    for (const origin of [EVIL, `http://${NORTH}`, 'http://app.localhost:8080']) {
      const answer = await exchange(session(ada.cookie), origin);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      const preflight = await server.ask('OPTIONS /api/annotator/auth/signed', { host: NORTH, origin });
      expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  test('try 6: it has no access to our windows and scripts: no frame, opener, cookie or bearer token of another host', async () => {
    const page = await server.ask('GET /api/user', { host: NORTH, token: ada.token });
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(String(page.headers['content-security-policy'])).toContain("frame-ancestors 'self'");
    const attributes = cookieOf(
      await server.ask('POST /api/login', { body: { email: 'ada@example.org', password: TEST_PASSWORD } }),
    )?.attributes;
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/']));
    // A bearer that the page of another team got hold of opens nothing here.
    const south = await server.addTeam('south');
    await server.addUser('sue@example.org', { [south]: 1 });
    const ofSouth = (await server.signIn('sue@example.org', 'south.app.localhost:8080')).token;
    expect((await server.ask('GET /api/user', { host: NORTH, token: ofSouth })).body.code).toBe('not_a_member');
  });
});
