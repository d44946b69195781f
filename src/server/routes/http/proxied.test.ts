import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestServer, TEST_PASSWORD, type TestServer } from '#server/test-server.ts';

const HOST = 'north.app.localhost';
const CLIENT = '127.0.0.9';

/** What a proxy adds, as nginx does with `$proxy_add_x_forwarded_for` and Caddy by itself. */
interface Proxy {
  /** Where its connections come from. */
  address: string;
  /** The scheme that it was reached by. */
  scheme: 'http' | 'https';
}

let server: TestServer;
const open: Server[] = [];

beforeEach(() => void open.splice(0));
afterEach(async () => {
  await Promise.all(open.map((one) => new Promise((resolve) => one.close(resolve))));
  await server.close();
});

/** The server behind proxies, the nearest to the client first. Gives the port that a client reaches. */
async function listenBehind(proxies: readonly Proxy[], trustedProxies: readonly string[]): Promise<number> {
  server = await openTestServer('sqlite', { trustedProxies });
  await server.addUser('ada@x.org');
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  let port = (server.app.server.address() as AddressInfo).port;
  for (const proxy of proxies.toReversed()) port = await listenAsProxy(proxy, port);
  return port;
}

async function listenAsProxy({ address, scheme }: Proxy, target: number): Promise<number> {
  const append = (header: string | string[] | undefined, word: string) => [header ?? []].flat().concat(word).join(', ');
  const proxy = createServer((incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': append(incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress ?? ''),
      'x-forwarded-proto': append(incoming.headers['x-forwarded-proto'], scheme),
    };
    const onward = request({ port: target, localAddress: address, method: incoming.method, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  open.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return (proxy.address() as AddressInfo).port;
}

async function ask(port: number, path: string, headers: Record<string, string> = {}, body?: unknown) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asking = request({ port, path, localAddress: CLIENT, method: body === undefined ? 'GET' : 'POST' }, resolve);
    for (const [name, value] of Object.entries({ host: HOST, 'content-type': 'application/json', ...headers }))
      asking.setHeader(name, value);
    asking.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

const signIn = (port: number, headers: Record<string, string> = {}) =>
  ask(port, '/api/login', headers, { email: 'ada@x.org', password: TEST_PASSWORD });
const recordedAddress = async () =>
  (await server.db.read.selectFrom('audit_record').select('address').orderBy('seq', 'desc').executeTakeFirstOrThrow()).address;

describe('behind a chain of trusted proxies', () => {
  const OUTER: Proxy = { address: '127.0.0.2', scheme: 'https' };
  const INNER: Proxy = { address: '127.0.0.3', scheme: 'http' };
  const SPOOFED = { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'http' };

  test('address, cookie, upload host, policy and origin check match what the browser sees', async () => {
    const port = await listenBehind([OUTER, INNER], ['127.0.0.2', '127.0.0.3/32']);
    const { headers } = await signIn(port, SPOOFED);
    expect(await recordedAddress()).toBe(CLIENT);
    const cookies = headers['set-cookie'] ?? [];
    expect(cookies.length).toBe(2);
    expect(cookies.every((cookie) => cookie.includes('; Secure'))).toBe(true);
    const setUp = await ask(port, '/api/setup');
    expect(JSON.parse(setUp.text)).toMatchObject({ upload_url: 'https://upload.app.localhost' });
    expect(setUp.headers['content-security-policy']).toContain(`wss://${HOST}`);
    const cookie = cookies[0]?.split(';')[0] ?? '';
    const exchange = (origin: string) => ask(port, '/api/annotator/auth/signed', { cookie, origin }, {});
    expect((await exchange(`https://${HOST}`)).status).toBe(200);
    expect((await exchange('https://evil.example')).status).toBe(403);
  });

  test('with only the inner proxy trusted, the outer one is the client and its headers are ignored', async () => {
    const port = await listenBehind([OUTER, INNER], ['127.0.0.3']);
    const { headers } = await signIn(port, { 'x-forwarded-proto': 'https' });
    expect(await recordedAddress()).toBe(OUTER.address);
    expect(headers['set-cookie']?.some((cookie) => cookie.includes('; Secure'))).toBe(false);
  });

  test('without the setting all headers are ignored, also from this machine', async () => {
    const port = await listenBehind([OUTER], []);
    const { headers } = await signIn(port, { ...SPOOFED, 'x-forwarded-host': 'evil.example' });
    expect(await recordedAddress()).toBe(OUTER.address);
    expect(headers['set-cookie']?.some((cookie) => cookie.includes('; Secure'))).toBe(false);
    expect(headers['content-security-policy']).not.toContain('evil.example');
  });
});
