import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALLS } from '#contract/calls.ts';
import type { Call } from '#contract/calls.ts';
import { openTestServer } from '#server/test-server.ts';
import type { Asked, TestServer } from '#server/test-server.ts';

const NAVIGATION = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' };

let folder: string;
let server: TestServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lightship-page-'));
  server = await openTestServer('sqlite', { pageFolder: join(folder, 'dist'), trustedProxies: ['127.0.0.1'] });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
/** The build may come, or come anew, while the server runs. */
const build = () => {
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  for (const [name, content] of Object.entries({
    'index.html': '<!doctype html><title>page</title>',
    'sw.js': 'sw',
    'version.json': '{"version":"1.2.3-abc"}',
    'manifest.webmanifest': '{}',
    'assets/index-B1xY_z9Q.js': 'hashed',
    'assets/logo.svg': '<svg/>',
    'sbom.cdx.json': '{}',
  }))
    writeFileSync(join(folder, 'dist', name), content);
};
const get = (path: string, asked: Asked = {}) => server.ask(`GET ${path}`, asked);
const navigate = (path: string, asked: Asked = {}) => get(path, { ...asked, headers: { ...NAVIGATION, ...asked.headers } });

describe('the built page', () => {
  beforeEach(build);

  test.each(['/', '/index.html', '/studies-v2', '/north', '/upload-v2?x=1', '/a.b/c'])(
    'answers the navigation to %s with the page shell, revalidated each time [CFG-22]',
    async (path) => {
      const answer = await navigate(path);
      expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([
        200,
        '<!doctype html><title>page</title>',
        'no-cache',
      ]);
      expect(answer.headers['content-type']).toContain('text/html');
    },
  );

  test('answers a service worker only with the file of its own version, so that no page of two versions is kept [BACK-33]', async () => {
    const own = createHash('md5').update('<!doctype html><title>page</title>').digest('hex');
    expect((await get(`/index.html?__WB_REVISION__=${own}`)).text).toBe('<!doctype html><title>page</title>');
    expect((await get('/index.html?__WB_REVISION__=0123456789abcdef')).status).toBe(404);
    for (const path of ['/gone.html', '/../secret.txt', '/%2e%2e/secret.txt', '/%zz'])
      expect((await get(`${path}?__WB_REVISION__=${own}`)).status).toBeGreaterThanOrEqual(400);
  });

  test.each(['/assets/gone-B1xY_z9Q.js', '/favicon.ico', '/studies-v2'])(
    'answers 404 for %s to requests that are not navigations',
    async (path) => {
      expect((await get(path, { headers: { accept: '*/*', 'sec-fetch-mode': 'no-cors' } })).status).toBe(404);
      expect((await get(path, { headers: { accept: '*/*' } })).status).toBe(404);
    },
  );

  test.each([
    ['/assets/index-B1xY_z9Q.js', 'public, max-age=31536000, immutable'],
    ['/assets/logo.svg', 'no-cache'],
    ['/sw.js', 'no-cache'],
    ['/version.json', 'no-cache'],
    ['/manifest.webmanifest', 'no-cache'],
  ])('%s is cached as %s', async (path, cached) => {
    const answer = await get(path);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, cached]);
  });

  test('returns the version of the build', async () => expect((await get('/version.json')).body).toEqual({ version: '1.2.3-abc' }));

  test('serves nothing from outside its folder', async () => {
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..\\secret.txt',
      '/assets/../../secret.txt',
    ]) {
      const answer = await get(path);
      expect([path, answer.status >= 400, answer.text.includes('secret')]).toEqual([path, true, false]);
    }
  });

  test('never answers a call with the page shell [CFG-14, ODD-09]', async () => {
    for (const path of ['/api/nothing', '/services/nothing', '/api', '/services'])
      expect((await navigate(path)).body.code).toBe('not_found');
  });

  test.each(['127.0.0.1:8080', 'localhost:8080', '[::1]:8080'])(
    'under %s redirects a navigation to the name of the main domain',
    async (host) => {
      const answer = await navigate('/login?x=1', { host });
      expect([answer.status, answer.headers['location']]).toEqual([302, 'http://app.localhost:8080/login?x=1']);
      expect((await navigate('//evil.example/', { host })).headers['location']).toBe('http://app.localhost:8080/evil.example/');
    },
  );

  test('under an IP address is not redirected', async () =>
    expect((await navigate('/login', { host: '192.168.1.4:8080' })).status).toBe(200));
});

describe('a file that the build compressed', () => {
  const SHELL = `<!doctype html><title>page</title>${' '.repeat(500)}`;
  const SCRIPT = 'hashed;'.repeat(100);
  const SENT = {
    br: (bytes: Uint8Array) => brotliDecompressSync(bytes).toString(),
    gzip: (bytes: Uint8Array) => gunzipSync(bytes).toString(),
    plain: (bytes: Uint8Array) => Buffer.from(bytes).toString(),
  };
  beforeEach(() => {
    build();
    for (const [name, content] of Object.entries({ 'index.html': SHELL, 'sw.js': SCRIPT, 'assets/index-B1xY_z9Q.js': SCRIPT })) {
      writeFileSync(join(folder, 'dist', name), content);
      writeFileSync(join(folder, 'dist', `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(folder, 'dist', `${name}.gz`), gzipSync(content));
    }
  });
  const load = async (url: string, encodings: string | undefined, headers: Record<string, string> = {}) => {
    const asked = { host: 'app.localhost:8080', ...(encodings === undefined ? {} : { 'accept-encoding': encodings }), ...headers };
    const answer = await server.app.inject({ method: 'GET', url, headers: asked });
    const encoding = (answer.headers['content-encoding'] ?? 'plain') as keyof typeof SENT;
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, encoding };
  };
  const ENCODINGS = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'gzip'],
    ['deflate', 'plain'],
    ['identity', 'plain'],
    ['br;q=0, gzip;q=0', 'plain'],
    [undefined, 'plain'],
  ] as const;

  test.each(ENCODINGS)('is sent to a client that accepts %s as %s', async (accepted, encoding) => {
    for (const [url, content, type, cached] of [
      ['/assets/index-B1xY_z9Q.js', SCRIPT, 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
      ['/sw.js', SCRIPT, 'application/javascript; charset=utf-8', 'no-cache'],
      ['/', SHELL, 'text/html; charset=utf-8', 'no-cache'],
      ['/studies-v2', SHELL, 'text/html; charset=utf-8', 'no-cache'],
    ] as const) {
      const answer = await load(url, accepted, NAVIGATION);
      expect([url, answer.status, answer.encoding, SENT[answer.encoding](answer.bytes)]).toEqual([url, 200, encoding, content]);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'cache-control': cached,
        'content-length': String(answer.bytes.byteLength),
        'x-content-type-options': 'nosniff',
      });
      expect(String(answer.headers.vary).toLowerCase().split(/, */)).toContain('accept-encoding');
    }
  });

  test('has an ETag for each encoding, which avoids sending it again', async () => {
    const tags = new Set<unknown>();
    for (const accepted of ['br', 'gzip', undefined]) {
      const { etag } = (await load('/sw.js', accepted)).headers;
      tags.add(etag);
      const again = await load('/sw.js', accepted, { 'if-none-match': String(etag) });
      expect([again.status, again.bytes.byteLength]).toEqual([304, 0]);
      expect(String(again.headers.vary).toLowerCase()).toContain('accept-encoding');
    }
    expect(tags.size).toBe(3);
  });

  test.each(['br', 'gzip', undefined])('returns ranges of the requested encoding (%s)', async (accepted) => {
    const whole = await load('/assets/index-B1xY_z9Q.js', accepted);
    const part = await load('/assets/index-B1xY_z9Q.js', accepted, {
      range: 'bytes=3-9',
      'if-range': String(whole.headers['last-modified']),
    });
    expect([part.status, part.encoding, part.headers['content-range'], part.headers['etag']]).toEqual([
      206,
      whole.encoding,
      `bytes 3-9/${whole.bytes.byteLength}`,
      whole.headers['etag'],
    ]);
    expect(part.bytes).toEqual(whole.bytes.subarray(3, 10));
  });

  test('does not affect files that are sent uncompressed', async () => {
    const answer = await load('/manifest.webmanifest', 'gzip, deflate, br');
    expect([answer.status, answer.encoding, SENT.plain(answer.bytes)]).toEqual([200, 'plain', '{}']);
    expect(String(answer.headers.vary).toLowerCase()).toContain('accept-encoding');
  });
});

describe('without a build', () => {
  test('a navigation gets an explanation, and the version is that of the program', async () => {
    expect((await navigate('/')).body.code).toBe('unavailable');
    expect((await get('/version.json')).body).toEqual({ version: '0.0.0-test' });
  });

  test('the page is served as soon as it is built', async () => {
    expect((await navigate('/')).status).toBe(503);
    build();
    expect((await navigate('/')).status).toBe(200);
    expect((await get('/assets/index-B1xY_z9Q.js')).status).toBe(200);
  });
});

test('server files next to the page are not served', async () => {
  build();
  for (const path of ['/sbom.cdx.json', '/%73bom.cdx.json', '/./sbom.cdx.json', '/assets/../sbom.cdx.json'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

describe('security headers', () => {
  beforeEach(build);

  test('let the page load only from itself and call only our own hosts', async () => {
    const { headers } = await navigate('/', { host: 'north.app.localhost:8080' });
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'self'",
        "frame-src 'self' http://app.localhost:8080/purge.html http://*.app.localhost:8080/purge.html",
        "connect-src 'self' http://app.localhost:8080 http://*.app.localhost:8080 ws://app.localhost:8080 ws://*.app.localhost:8080 " +
          'ws://north.app.localhost:8080 http://upload.app.localhost:8080',
      ].join('; '),
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'SAMEORIGIN',
    });
  });

  test('require TLS on every answer over https, and nothing over http', async () => {
    // As a trusted proxy says it.
    const https = { ip: '127.0.0.1', headers: { 'x-forwarded-proto': 'https' } };
    for (const path of ['/', '/api/user', '/nothing.js', '/api/docs']) {
      expect((await get(path, https)).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      expect((await get(path)).headers['strict-transport-security']).toBeUndefined();
    }
  });

  test('allow our own hosts to frame only the page that distributes a sign-out', async () => {
    const framedBy = async (path: string) => {
      const { headers } = await navigate(path, { host: 'north.app.localhost:8080' });
      const ancestors = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
      return [ancestors, headers['x-frame-options']];
    };
    expect(await framedBy('/purge.html')).toEqual(["'self' http://app.localhost:8080 http://*.app.localhost:8080", undefined]);
    for (const path of ['/purge.html/', '/PURGE.html', '/purge.html/../index.html', '/purge.html?x', '/', '/purge', '/api/user'])
      expect(await framedBy(path)).toEqual(["'self'", 'SAMEORIGIN']);
  });

  test('are set on every answer, including refusals', async () => {
    for (const path of ['/api/user', '/nothing.js', '/services/x', '/api/docs']) {
      expect((await get(path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
      });
    }
  });
});

describe('the description of the calls', () => {
  test('is OpenAPI 3.1 with every call of the contract', async () => {
    const { body } = await get('/api/docs/json');
    expect(body.openapi).toBe('3.1.0');
    const described = Object.entries<Record<string, { operationId: string }>>(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => `${operation.operationId} ${method} ${path}`),
    );
    const calls = Object.entries(CALLS as Record<string, Call>).map(
      ([name, call]) => `${name} ${call.method.toLowerCase()} /${call.base}/${call.path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.map((line) => line.replace(/#version=\d+$/, '')).toSorted()).toEqual(calls.toSorted());
    expect(described).toContain('registerStudy post /api/upload/studies#version=2');
  });

  test('contains schemas, access and parameters as in the contract', async () => {
    const { paths } = (await get('/api/docs/json')).body;
    expect(paths['/api/login'].post).toMatchObject({
      security: [],
      requestBody: { content: { 'application/json': { schema: { required: ['email', 'password'] } } } },
      responses: { 200: { content: { 'application/json': { schema: { required: ['token', 'expires_at'] } } } }, default: {} },
    });
    expect(paths['/api/studies-v2'].get.parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'search', in: 'query', required: false }),
        expect.objectContaining({ name: 'Team', in: 'header' }),
      ]),
    );
    expect(paths['/services/c-upload/{session}'].delete).toMatchObject({
      security: [{ uploadToken: [] }, { apiKey: [] }],
      responses: { 204: {} },
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'session', in: 'path', required: true })]),
    });
  });

  test('is readable without scripts', async () => {
    const { text, headers } = await get('/api/docs');
    expect(headers['content-type']).toContain('text/html');
    expect(text).not.toMatch(/<script|https?:\/\//);
    for (const call of Object.values(CALLS)) expect(text).toContain(`/${call.base}/${call.path}`);
  });
});
